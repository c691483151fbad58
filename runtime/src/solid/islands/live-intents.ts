/** The intents of mounted islands in this page. Doesn't import Solid, so that callers don't load it. */
import type { Origin } from '#contract/api.ts'
import type { IntentDefinition } from '#contract/page/intent.ts'
import type { ContractSource } from '#contract/schema/validation.ts'

export interface LiveIntent {
  /** Id of its island; `undefined` outside of one, where no agent finds it. */
  readonly instance: string | undefined
  readonly definition: IntentDefinition
  /** Loads the schemas that the compiler derived from the types of `run`. */
  readonly contract: ContractSource | undefined
  /** Returns the props of its component that its code uses; absent if it uses none. */
  readonly readProps?: (() => object) | undefined
  /** Whether the compiler knows that its code changes only the state that it declares. */
  readonly isPreviewable?: boolean | undefined
  /** Returns whether a call of it is running. */
  isPending(): boolean
  /** Runs it without checking its guard or its input. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** Callbacks of the agent code, set when it is loaded. */
export interface AgentHooks {
  /** Called after an intent was added or removed. */
  changed?(): void
  /**
   * Called when a component calls its own intent, `live`, or an action. Returns the result of the call if its origin is an
   * agent.
   */
  intercept?(tool: string, input: unknown, live?: LiveIntent): Promise<unknown> | undefined
  /** Continues an agent's work with agent origin, after a person has decided on its call. */
  goOn?(act: () => void): void
  /** Returns a function that runs code with the current cause, which would be lost after an `await`. */
  keep?(): <Result>(run: () => Result) => Result
}

export const agentHooks: AgentHooks = {}

/** Mounted copies by tool name (`AddToCart.add`), in order of mounting. */
export const liveIntents: Map<string, LiveIntent[]> = new Map()

interface MountedIsland {
  /** A page that keeps the island may give it another id. */
  id: string
  readonly name: string
}

/** A mounted island of Solid, with the parts that a page that keeps it changes. */
export interface SolidIsland extends MountedIsland {
  /** Its element. */
  readonly host: Element
  /** The props that its component reads, including its slots as getters. */
  readonly props: Record<string, unknown>
  /** The props that were read, and the list of props under `undefined`. A new object notifies their readers. */
  readonly sources: Map<PropertyKey | undefined, readonly [read: () => unknown, notify: (change: object) => void]>
  readonly slots: readonly Element[]
}

/** Mounted islands by root owner. Code that renders later finds its island here, and navigation disposes and removes it. */
export const islandOwners: Map<object, SolidIsland> = new Map()

/** Returns the island around an owner; undefined outside an island. */
export function findIsland(owner: OwnerChain | null): MountedIsland | undefined {
  for (let current = owner; current; current = current.owner) {
    const island = islandOwners.get(current)
    if (island) return island
  }
  return undefined
}

interface OwnerChain {
  readonly owner: OwnerChain | null
}

/** Adds an intent. Returns a function that removes it. */
export function addLiveIntent(tool: string, live: LiveIntent): () => void {
  const copies = liveIntents.get(tool) ?? []
  liveIntents.set(tool, copies)
  copies.push(live)
  agentHooks.changed?.()
  return () => {
    copies.splice(copies.indexOf(live), 1)
    if (copies.length === 0) liveIntents.delete(tool)
    agentHooks.changed?.()
  }
}
