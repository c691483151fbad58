/** The tools of a rendered page, with the closures of that render: intents of its islands, and actions of their stores. */
import type { Ctx, ManifestTool, Origin } from '#contract/api.ts'
import type { PageToolDefinition } from '#contract/intent.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import { pageToolValidators } from '#contract/page-call.ts'
import type { CompiledContract, Validator } from '#contract/validation.ts'
import type { RenderedPage } from '#solid/render-page.ts'
import type { RenderedIntent } from '#solid/render-state.ts'

/** One tool of one instance. */
export interface PageTool {
  /** What a list shows of it. `ready` is asked each time that it is read. */
  readonly entry: ManifestTool
  readonly definition: PageToolDefinition
  readonly input: Validator | undefined
  readonly output: Validator | undefined
  /** Runs it, whatever its guard. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** An island with what the caller may call in it. */
export interface PageInstance {
  readonly id: string
  readonly component: string
  readonly hydrate: string
  readonly intents: readonly PageTool[]
  /** Of the stores that it touches. */
  readonly actions: readonly PageTool[]
  readonly stores: readonly string[]
}

/** What of a rendered page is for tools. */
export type RenderedParts = Pick<RenderedPage, 'instances' | 'stores'>

/** The islands of a page, in order. Forbidden tools and those out of the caller's scopes are left out. */
export function pageInstances({ instances, stores }: RenderedParts, ctx: Ctx): readonly PageInstance[] {
  const actions = new Map([...stores].map(([alias, store]) => [alias, visible(store.actions.map(toStoreTool), ctx)]))
  return instances.map(({ id, name, hydrate, intents, stores: aliases }) => ({
    id,
    component: name,
    hydrate,
    intents: visible(intents.map(toIntentTool), ctx),
    actions: aliases.flatMap((alias) => actions.get(alias) ?? []),
    stores: aliases,
  }))
}

function visible(tools: readonly PageTool[], ctx: Ctx): readonly PageTool[] {
  return tools.filter(
    ({ definition: { guard, scopes = [] } }) =>
      guard !== 'forbidden' && scopes.every((scope) => ctx.scopes?.includes(scope)),
  )
}

function toIntentTool(intent: RenderedIntent): PageTool {
  const { component, name, definition, contract } = intent
  const tool = toTool(`${component}.${name}`, definition, contract, (input, origin) => intent.run(input, origin))
  if (definition.ready === undefined) return tool
  Object.defineProperty(tool.entry, 'ready', { enumerable: true, get: () => isReady(definition) })
  return tool
}

/** An intent that fails to say so is not ready: one slip must not take the list of all tools away. */
function isReady(definition: RenderedIntent['definition']): boolean {
  try {
    return definition.ready?.() === true
  } catch {
    return false
  }
}

function toStoreTool(action: {
  readonly name: string
  readonly definition: PageToolDefinition
  readonly contract: CompiledContract | undefined
  run(input: unknown, origin: Origin): Promise<unknown>
}): PageTool {
  return toTool(action.name, action.definition, action.contract, (input, origin) => action.run(input, origin))
}

const ANY_OBJECT: JsonSchema = { type: 'object' }

function toTool(
  name: string,
  definition: PageToolDefinition,
  contract: CompiledContract | undefined,
  run: PageTool['run'],
): PageTool {
  const { description, title, guard = 'auto', scopes, effect } = definition
  const { input, output } = pageToolValidators(definition, contract)
  const entry: ManifestTool = {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    guard,
    input: input?.schema ?? ANY_OBJECT,
    ...(output === undefined ? {} : { output: output.schema }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(effect === undefined ? {} : { effect }),
    where: 'page',
  }
  return { entry, definition, input, output, run }
}
