/**
 * The tools of a rendered page with the closures of that render: intents of its islands, and actions of their stores.
 */

import { showsTool } from '#api/access.ts'
import { inScope } from '#api/caller-rights.ts'
import { currentCall } from '#api/current.ts'
import type { Ctx, ManifestTool, Origin } from '#contract/api.ts'
import { toGuard } from '#contract/known-guard.ts'
import type { PageToolDefinition } from '#contract/page/intent.ts'
import { pageToolEntry, pageToolValidators } from '#contract/page/page-call.ts'
import type { RenderedStore, StoreTool } from '#contract/page/store.ts'
import { getRequiredScopes } from '#contract/required-scopes.ts'
import type { ContractSource, Validator } from '#contract/schema/validation.ts'
import { joinFacts } from '#solid/islands/component-facts.ts'
import type { RenderedDocument } from '#solid/render/render-page.ts'
import type { RenderedIntent } from '#solid/render/render-state.ts'

/** One tool of one instance. */
export interface PageTool {
  /** The tool's entry in a list. `ready` is evaluated at each read. */
  readonly entry: ManifestTool
  readonly definition: PageToolDefinition
  readonly input: Validator | undefined
  readonly output: Validator | undefined
  /** Runs the tool, regardless of its guard. The input has been validated. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** An island with the tools that the caller may call in it. */
export interface PageInstance {
  readonly id: string
  readonly component: string
  readonly hydrate: string
  readonly intents: readonly PageTool[]
  /** Actions of the stores that it uses. */
  readonly actions: readonly PageTool[]
  readonly stores: readonly string[]
  /** Description of its component. */
  readonly description: string | undefined
  /** Paths of stores that its elements show. */
  readonly shows: readonly string[]
  /** Tools that its elements call, regardless of the caller. */
  readonly does: readonly string[]
}

/** The parts of a rendered page that have tools. */
export type RenderedParts = Pick<RenderedDocument, 'instances' | 'stores'>

/**
 * Returns the islands of a page in order. Tools that are forbidden or that the caller may not call are left out. In
 * development it waits for the compiler, and leaves out tools with invalid types, which the compiler reports.
 */
export async function pageInstances({ instances, stores }: RenderedParts, ctx: Ctx): Promise<readonly PageInstance[]> {
  const listStoreTools = async ([alias, store]: [string, RenderedStore]) =>
    [alias, await Promise.all((await listVisible(store.actions, ctx)).map(toStoreTool))] as const
  const actions = new Map(await Promise.all([...stores].map(listStoreTools)))
  return Promise.all(
    instances.map(async ({ id, name, hydrate, intents, stores: aliases, description, facts }) => ({
      id,
      component: name,
      hydrate,
      intents: await Promise.all((await listVisible(intents, ctx)).map(toIntentTool)),
      actions: aliases.flatMap((alias) => actions.get(alias) ?? []),
      stores: aliases,
      description,
      ...joinFacts(facts),
    })),
  )
}

async function listVisible<
  Tool extends { readonly definition: PageToolDefinition; readonly contract?: ContractSource },
>(tools: readonly Tool[], ctx: Ctx): Promise<readonly Tool[]> {
  const findUser = currentCall()?.host.findUser
  const allowed = tools.filter(
    ({ definition }) =>
      toGuard(definition.guard) !== 'forbidden' &&
      inScope(getRequiredScopes(definition), ctx) &&
      showsTool(definition, ctx, findUser),
  )
  const faults = await Promise.all(allowed.map(async ({ contract }) => (await contract?.load())?.fault))
  return allowed.filter((_, index) => faults[index] === undefined)
}

async function toIntentTool(intent: RenderedIntent): Promise<PageTool> {
  const { component, name, definition, contract } = intent
  const tool = await toTool(`${component}.${name}`, definition, contract, (input, origin) => intent.run(input, origin))
  if (definition.ready === undefined) return tool
  Object.defineProperty(tool.entry, 'ready', { enumerable: true, get: () => isReady(definition) })
  return tool
}

/**
 * Whether the intent is ready. An intent whose `ready` throws isn't ready, so that one mistake doesn't break the list
 * of all tools.
 */
function isReady(definition: RenderedIntent['definition']): boolean {
  try {
    return definition.ready?.() === true
  } catch {
    return false
  }
}

function toStoreTool(action: StoreTool): Promise<PageTool> {
  return toTool(action.name, action.definition, action.contract, (input, origin) => action.run(input, origin))
}

/** Creates a tool with the schemas that the compiler derived from its types. */
export async function toTool(
  name: string,
  definition: PageToolDefinition,
  contract: ContractSource | undefined,
  run: PageTool['run'],
): Promise<PageTool> {
  const compiled = await contract?.load()
  const { input, output } = pageToolValidators(definition, compiled)
  const entry = pageToolEntry(name, definition, compiled)
  return { entry, definition, input, output, run }
}
