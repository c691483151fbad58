/** What a component's intent is: a tool that runs where the component lives (decisions: Manifest, Agent). */
import type { Effect, Guard, Origin, StandardSchema } from './api.ts'

/** What an intent's `run` is called with. */
export interface IntentCall<Input = unknown> {
  readonly input: Input
  readonly ctx: { readonly origin: Origin }
}

/** What every tool of a page says of itself: an intent of a component, or an action of a store. */
export interface PageToolDefinition<Input = unknown, Output = unknown> {
  /** What an agent plans against. */
  readonly description: string
  readonly title?: string
  /** Checked before `run`; derived from the type of `run` where the compiler sees it. */
  readonly input?: StandardSchema<Input>
  readonly output?: StandardSchema<Output>
  /** How an agent's call is treated; a person's click always runs. Default `auto`. */
  readonly guard?: Guard
  /** Scopes that the caller's ctx must have; without them the tool is neither listed nor run. */
  readonly scopes?: readonly string[]
  readonly effect?: Effect
}

/**
 * Something that an intent reads and changes: a signal as `createSignal` returns it, or a store as `useStore` returns it.
 */
export type StateHandle = readonly [read: unknown, write: unknown]

/** What an intent declares to change, by the names under which `run` gets it. */
export type IntentState = Readonly<Record<string, StateHandle>>

/** The second argument of `intent()`. */
export interface IntentDefinition<Input = unknown, Output = unknown, State extends IntentState = IntentState>
  extends PageToolDefinition<Input, Output> {
  /**
   * What `run` changes, handed to it as its second argument. With it, a parked call can be run on copies first, and the
   * person who approves sees what would change.
   */
  readonly state?: State
  /** Whether the intent can run now; read reactively, and told to whoever lists tools. Default: always. */
  ready?(): boolean
  run(call: IntentCall<Input>, state: State): Output | Promise<Output>
}

/** What `run` gets as its second argument: nothing where nothing is declared. */
export function getState<State extends IntentState>(definition: { readonly state?: State }): State {
  return definition.state ?? (NO_STATE as State) // an intent that declares nothing has no member to read
}

const NO_STATE: IntentState = {}

/** What `intent()` returns: call it from a handler. It checks the input, then runs `run` as a person's call. */
export interface Intent<Input = unknown, Output = unknown> {
  (input?: Input): Promise<Output>
  /** A signal: true while a call is under way. */
  pending(): boolean
  /** A signal: what the last call threw, undefined after a success. */
  error(): unknown
}

/** When an island starts in the browser. */
export type IslandTrigger = 'load' | 'idle' | 'visible' | 'interaction' | `media:${string}`

/** The second argument of `island()`. */
export interface IslandOptions {
  /** Default `load`. A `client:*` attribute at the use site wins. */
  readonly when?: IslandTrigger
  /** False: the server sends no HTML for it. Default true. */
  readonly ssr?: boolean
}
