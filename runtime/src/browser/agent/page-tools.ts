/** The tools that the components and stores of this page offer now. */

import type { Origin } from '#contract/api.ts'
import type { PageToolDefinition, StateHandle } from '#contract/page/intent.ts'
import type { ContractSource } from '#contract/schema/validation.ts'
import type { LiveIntent } from '#solid/islands/live-intents.ts'
import { liveIntents } from '#solid/islands/live-intents.ts'
import { liveStores } from '#solid/stores/live-stores.ts'

/** One tool of the page in one of its islands. */
export interface LivePageTool {
  readonly name: string
  readonly definition: PageToolDefinition & {
    readonly state?: Readonly<Record<string, StateHandle>>
    ready?(): boolean
  }
  readonly contract: ContractSource | undefined
  /** Id of the island; absent for a store. */
  readonly instance?: string | undefined
  /** Returns the props of its component that its code uses; absent if it uses none, and for a store. */
  readonly readProps?: (() => object) | undefined
  /** Whether the compiler knows that its code changes only its state: the declared state of an intent, or the store. */
  readonly isPreviewable?: boolean | undefined
  /** Runs the tool, regardless of its guard. The input has been validated. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** Returns the tool, if an island with it is active. */
export function findTool(name: string, instance: string | undefined): LivePageTool | undefined {
  const intent = liveIntents.get(name)?.find((live) => instance === undefined || live.instance === instance)
  if (intent) return { ...intent, name }
  const action = liveStores.get(name.slice(0, name.indexOf('.')))?.actions.find((action) => action.name === name)
  return action
}

/** Whether this tool is active: not another copy of it, or the same component in another page. */
export function isMounted(tool: LivePageTool): boolean {
  return liveTools().some(({ run }) => run === tool.run)
}

/** Returns the props of the tool's island as the server sent them; `undefined` if the page has no such island. */
export function readIslandProps({ instance }: LivePageTool): string | undefined {
  const island = instance && document.querySelector(`fw-island[i="${CSS.escape(instance)}"]`)
  return island ? JSON.stringify([island.getAttribute('p'), island.getAttribute('x')]) : undefined
}

/** Returns all active tools in the order of mounting: intents, then actions of stores. */
export function liveTools(): readonly LivePageTool[] {
  const intents = [...liveIntents].flatMap(([name, copies]) =>
    copies.map((live: LiveIntent): LivePageTool => ({ ...live, name })),
  )
  return [...intents, ...[...liveStores.values()].flatMap(({ actions }) => actions)]
}
