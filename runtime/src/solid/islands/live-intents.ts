/** The intents of mounted islands in this page. Without Solid, so that whoever calls them needs none. */
import type { Origin } from '#contract/api.ts'
import type { IntentDefinition } from '#contract/page/intent.ts'
import type { ContractSource } from '#contract/schema/validation.ts'

export interface LiveIntent {
  /** Id of the island that it lives in. */
  readonly instance: string
  readonly definition: IntentDefinition
  /** How to get what the compiler derived from the types of `run`. */
  readonly contract: ContractSource | undefined
  /** Whether a call of it is under way. */
  isPending(): boolean
  /** Runs it, whatever its guard. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** What the tools of an agent want to know of a page, once they are loaded. */
export interface AgentHooks {
  /** An intent came or went. */
  changed?(): void
  /** A component calls an intent or an action of its own: the answer where it does so for an agent. */
  intercept?(tool: string, input: unknown, instance?: string): Promise<unknown> | undefined
  /** Does something that an agent's call has led to, once a person has let it go on. */
  goOn?(act: () => void): void
  /** Returns a function that runs code with the cause of what runs now: code that goes on after an `await` would lose it. */
  keep?(): <Result>(run: () => Result) => Result
}

export const agentHooks: AgentHooks = {}

/** Tool name (`AddToCart.add`) -> its mounted copies, in order of mounting. */
export const liveIntents: Map<string, LiveIntent[]> = new Map()

interface MountedIsland {
  readonly id: string
  readonly name: string
}

/** The root owner of each mounted island, until its page goes: what renders later knows where it lives, and navigation ends it. */
export const islandOwners: Map<object, MountedIsland> = new Map()

/** The island around an owner; undefined outside of islands. */
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

/** Adds a live intent; the returned function takes it away. */
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
