/** The islands, stores and tools of a rendered page as data. */

import type { ManifestComponent, ManifestStore } from '#contract/agent/manifest.ts'
import type { Ctx, ManifestTool } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { Redirect } from '#contract/page/navigation.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import { RenderRefusal } from '#contract/page/render-refusal.ts'
import { pickExposedSchema, pickExposedState, type RenderedStore } from '#contract/page/store.ts'
import type { IslandMarkup } from '#solid/render/render-state.ts'
import { checkProps } from '#wire/props.ts'
import { decodeSegments } from '../router/decode-path.ts'
import { explainBrowserError } from './explain-browser-error.ts'
import { createPageProps } from './page-props.ts'
import type { PageSource } from './page-source.ts'
import { type PageInstance, pageInstances, type RenderedParts } from './page-tools.ts'
import type { PageManifest, Pages } from './pages.ts'
import { renderTree } from './render-tree.ts'

type Report = (error: unknown, place: string) => void

/** Marks where islands are in the page. Their props, which may be large, are only checked. */
const ISLAND_PLACES: IslandMarkup = {
  slot: (_, html) => html,
  island({ id, name }, { props, html, lateSlots }) {
    checkProps(name, props)
    return `<fw-island i="${id}">${html}${[...lateSlots.values()].join('')}`
  },
}

/** Creates the members of `Pages` that describe the tools of pages. */
export function createManifestReaders(
  source: PageSource,
  report: Report,
): Pick<Pages, 'manifest' | 'describe' | 'instances'> {
  return {
    manifest: (target, ctx) => readManifest(source, target, ctx, report),
    describe: async (target, ctx) => readKnownManifest(source, target) ?? readManifest(source, target, ctx, report),
    instances: (target, ctx) => readInstances(source, target, ctx, report),
  }
}

/**
 * Renders the page with the caller's ctx and reads its islands, stores and tools. Empty for an unmatched path, for a
 * page that redirects or isn't found, and for one that fails because it may not make a call while it renders for an
 * agent, which is reported. Rejects with any other error of the page.
 */
async function readManifest(source: PageSource, target: PageTarget, ctx: Ctx, report: Report): Promise<PageManifest> {
  const { pattern, page } = await renderFor(source, target, ctx, report)
  const instances = await pageInstances(page, ctx)
  const tools = listTools(instances)
  const callable = new Set(tools.map(({ name }) => name))
  return {
    ...(pattern === undefined ? {} : { pattern }),
    components: instances.map((instance) => toManifestComponent(instance, callable)),
    stores: await Promise.all([...page.stores.values()].map((store) => toManifestStore(store, instances))),
    tools,
  }
}

/**
 * Returns the manifest of a page that shows nothing to agents by the build's analysis: it mounts no island and uses no store,
 * or never returns a document.
 */
function readKnownManifest(source: PageSource, { path }: PageTarget): PageManifest | undefined {
  const segments = decodeSegments(path)
  const { pattern, emptyManifest, noDocument } = (segments && source.match(segments)?.item) ?? {}
  const isKnown = pattern !== undefined && (emptyManifest === true || noDocument === true)
  return isKnown ? { pattern, components: [], stores: [], tools: [] } : undefined
}

/** Renders a page and returns its live tools, which run the closures of that render. */
async function readInstances(
  source: PageSource,
  target: PageTarget,
  ctx: Ctx,
  report: Report,
): Promise<readonly PageInstance[]> {
  const { page } = await renderFor(source, target, ctx, report)
  return pageInstances(page, ctx)
}

const NO_PAGE: RenderedParts = { instances: [], stores: new Map() }

async function renderFor(
  source: PageSource,
  { path, query }: PageTarget,
  ctx: Ctx,
  report: Report,
): Promise<{ readonly pattern?: string; readonly page: RenderedParts }> {
  const segments = decodeSegments(path)
  const found = segments && source.match(segments)
  if (found === undefined) return { page: NO_PAGE }
  const { pattern } = found.item
  const onIslandError = (error: unknown, { name }: { name: string }) =>
    report(explainBrowserError(error), `island <${name}> on ${path}`)
  try {
    const { layers } = await found.item.load()
    const rendered = await renderTree(layers, createPageProps(ctx, found.params, { request: { query } }), {
      onIslandError,
      markup: ISLAND_PLACES,
    })
    return { pattern, page: rendered instanceof Response ? NO_PAGE : rendered }
  } catch (error) {
    const isOtherReply = error instanceof Redirect || (error instanceof FwError && error.code === 'not_found')
    if (error instanceof RenderRefusal) report(error, `page ${path}`)
    if (isOtherReply || error instanceof RenderRefusal) return { pattern, page: NO_PAGE }
    throw error
  }
}

/** Converts an instance. Tools of its elements are listed only if the caller may call them. */
function toManifestComponent(instance: PageInstance, callable: ReadonlySet<string>): ManifestComponent {
  const { id, component, hydrate, description, shows, stores } = instance
  const does = instance.does.filter((name) => callable.has(name))
  return {
    id,
    name: component,
    hydrate,
    ...(description === undefined ? {} : { description }),
    ...(shows.length === 0 ? {} : { shows }),
    ...(does.length === 0 ? {} : { does }),
    stores,
  }
}

/** Lists each tool once with its instances: intents in the order of the page, then the tools of stores. */
function listTools(instances: readonly PageInstance[]): readonly ManifestTool[] {
  const tools = new Map<string, ManifestTool>()
  for (const kind of ['intents', 'actions'] as const)
    for (const { id, [kind]: own } of instances)
      for (const { entry } of own) tools.set(entry.name, withInstance(tools.get(entry.name), entry, id))
  return [...tools.values()]
}

/** Adds an instance. A tool is ready if it is ready in one of its instances. */
function withInstance(known: ManifestTool | undefined, entry: ManifestTool, id: string): ManifestTool {
  if (known === undefined) return { ...entry, instances: [id] }
  const instances = [...new Set([...(known.instances ?? []), id])]
  // A tool without `ready` is always ready.
  const ready = known.ready === undefined ? undefined : known.ready || (entry.ready ?? true)
  return { ...known, instances, ...(ready === undefined ? {} : { ready }) }
}

/**
 * Converts a store. A store that only static parts of the page use isn't in the browser, so its actions can't be
 * called there.
 */
async function toManifestStore(store: RenderedStore, instances: readonly PageInstance[]): Promise<ManifestStore> {
  const { alias, options } = store
  const readers = instances.filter(({ stores }) => stores.includes(alias))
  const actions = readers[0]?.actions.map(({ entry }) => entry.name) ?? []
  const { description, expose = false } = options
  const state = expose === false ? undefined : (await store.contract?.load())?.output
  const schema = state && pickExposedSchema(state.schema, expose)
  const value = state?.encode === undefined ? store.value() : state.encode(store.value())
  return {
    alias,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema }),
    ...(expose === false ? {} : { value: pickExposedState(value, expose) }),
    readers: readers.map(({ id }) => id),
    actions: actions.filter((name) => name.startsWith(`${alias}.`)),
  }
}
