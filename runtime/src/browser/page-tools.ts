/** The tools that the components and stores of this page offer now. */

import type { Origin } from '#contract/api.ts'
import type { PageToolDefinition, StateHandle } from '#contract/intent.ts'
import type { ContractSource } from '#contract/validation.ts'
import type { LiveIntent } from '#solid/live-intents.ts'
import { liveIntents } from '#solid/live-intents.ts'
import { liveStores } from '#solid/live-stores.ts'

/** One tool of the page, in one of its islands. */
export interface LivePageTool {
  readonly name: string
  readonly definition: PageToolDefinition & {
    readonly state?: Readonly<Record<string, StateHandle>>
    ready?(): boolean
  }
  readonly contract: ContractSource | undefined
  /** The island; a store belongs to none. */
  readonly instance?: string
  /** Runs it, whatever its guard. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** The tool, if an island that has it is live. */
export function findTool(name: string, instance: string | undefined): LivePageTool | undefined {
  const intent = liveIntents.get(name)?.find((live) => instance === undefined || live.instance === instance)
  if (intent) return { ...intent, name }
  const action = liveStores.get(name.slice(0, name.indexOf('.')))?.actions.find((action) => action.name === name)
  return action
}

/** All that are live, in order of mounting: intents, then actions of stores. */
export function liveTools(): readonly LivePageTool[] {
  const intents = [...liveIntents].flatMap(([name, copies]) =>
    copies.map((live: LiveIntent): LivePageTool => ({ ...live, name })),
  )
  return [...intents, ...[...liveStores.values()].flatMap(({ actions }) => actions)]
}
