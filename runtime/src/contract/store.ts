/** What a store is outside of Solid: its options, and what one render or one page has of it. */
import type { Origin } from './api.ts'
import type { PageToolDefinition } from './intent.ts'
import type { ContractSource } from './validation.ts'

/** Where the state of a store outlives its page: in this tab until it is reloaded, in the tab, or in the browser. */
export type StorePersistence = 'page' | 'session' | 'local'

/** What every store says of itself. */
export interface StoreOptions<State extends object = object> {
  /** What agents are told of it. */
  readonly description?: string
  /** What of its state agents may read: all of it, or the members named. Default: nothing. */
  readonly expose?: boolean | readonly (keyof State & string)[]
  /** Default: the state lives as long as its page, and what the server sends with the next page wins. */
  readonly persist?: StorePersistence
}

/** An action of a store with the store that it changes: a tool of the page, `<alias>.<action>`. */
export interface StoreTool {
  /** `<alias>.<action>`. */
  readonly name: string
  readonly definition: PageToolDefinition
  readonly contract: ContractSource | undefined
  /** Runs the action on the store. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** A store as one render of a page, or one browser page, has it. */
export interface RenderedStore {
  readonly alias: string
  readonly options: StoreOptions
  /** The state as it is now: plain data, not Solid's proxy. */
  value(): unknown
  readonly actions: readonly StoreTool[]
}

/** What of a store's state agents may read; undefined where nothing is exposed. */
export function exposedState(value: unknown, expose: StoreOptions['expose']): unknown {
  if (!expose) return undefined
  if (expose === true || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => (expose as readonly string[]).includes(key)))
}
