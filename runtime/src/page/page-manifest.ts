/** What a rendered page mounts, as data: its islands and the tools they offer. */
import type { Ctx, ManifestTool } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import type { ManifestComponent } from '#contract/manifest.ts'
import { Redirect } from '#contract/navigation.ts'
import type { IslandInstance, RenderedIntent } from '#solid/render-state.ts'
import { decodeSegments } from '../router/decode-path.ts'
import { ISLAND_MARKUP } from './island-markup.ts'
import { pageProps } from './page-props.ts'
import type { PageSource } from './page-source.ts'
import type { PageManifest } from './pages.ts'
import { renderTree } from './render-tree.ts'

const ANY_OBJECT: JsonSchema = { type: 'object' }

/**
 * Renders the page under the caller's ctx and reads off what it mounts. Empty for an unmatched path, and for a page that
 * answers with something else than itself; rejects with what the page throws.
 */
export async function manifestOf(
  source: PageSource,
  path: string,
  ctx: Ctx,
  report: (error: unknown, place: string) => void,
): Promise<PageManifest> {
  const segments = decodeSegments(path.split(/[?#]/)[0] ?? '/')
  const found = segments && source.match(segments)
  if (found === undefined) return { components: [], stores: [], tools: [] }
  const { pattern } = found.item
  const onIslandError = (error: unknown, name: string) => report(error, `island <${name}> on ${path}`)
  try {
    const { layers } = await found.item.load()
    const rendered = await renderTree(layers, pageProps(ctx, found.params), { onIslandError, markup: ISLAND_MARKUP })
    return pageManifest(pattern, rendered instanceof Response ? [] : rendered.instances, ctx)
  } catch (error) {
    const isOtherAnswer = error instanceof Redirect || (error instanceof FwError && error.code === 'not_found')
    if (isOtherAnswer) return pageManifest(pattern, [], ctx)
    throw error
  }
}

/** The page half of a manifest. Forbidden intents and those out of the caller's scopes are left out. */
function pageManifest(pattern: string, instances: readonly IslandInstance[], ctx: Ctx): PageManifest {
  const components = instances.map(({ id, name, hydrate }): ManifestComponent => ({ id, name, hydrate, stores: [] }))
  const tools = new Map<string, ManifestTool & { instances: string[] }>()
  for (const instance of instances)
    for (const intent of instance.intents) {
      if (intent.guard === 'forbidden' || !inScope(intent, ctx)) continue
      const name = `${intent.component}.${intent.name}`
      const known = tools.get(name)
      if (known === undefined) tools.set(name, { ...toTool(name, intent), instances: [instance.id] })
      else if (!known.instances.includes(instance.id)) known.instances.push(instance.id)
    }
  return { pattern, components, stores: [], tools: [...tools.values()] }
}

function inScope(intent: RenderedIntent, ctx: Ctx): boolean {
  return (intent.definition.scopes ?? []).every((scope) => ctx.scopes?.includes(scope))
}

function toTool(name: string, { definition, guard }: RenderedIntent): ManifestTool {
  const { description, title, scopes, effect } = definition
  const output = schemaOf(definition.output, 'output')
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    guard,
    input: schemaOf(definition.input, 'input') ?? ANY_OBJECT,
    ...(output === undefined ? {} : { output }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(effect === undefined ? {} : { effect }),
    where: 'page',
  }
}

function schemaOf(schema: RenderedIntent['definition']['input'], side: 'input' | 'output'): JsonSchema | undefined {
  return schema?.['~standard'].jsonSchema?.[side]({ target: 'draft-2020-12' })
}
