/** An intent of a component: a tool that runs where the component lives. */
import type { Access, Effect, Guard, Origin, StandardSchema } from '../api.ts'

/** The argument of an intent's `run`. */
export interface IntentCall<Input = unknown> {
  readonly input: Input
  readonly ctx: { readonly origin: Origin }
}

/** Definition fields of every page tool: an intent of a component, or an action of a store. */
export interface PageToolDefinition<Input = unknown, Output = unknown> {
  /** Description that agents use to plan calls. */
  readonly description: string
  /** Title for people. A function receives the input, and its title is shown only where a person approves the call. */
  readonly title?: string | ((input: Input) => string)
  /** Validated before `run`. Default: derived from the type of `run`, if the compiler can analyze it. */
  readonly input?: StandardSchema<Input>
  readonly output?: StandardSchema<Output>
  /** The treatment of an agent's call; a user's click always runs. Default `auto`. */
  readonly guard?: Guard
  /**
   * Who sees the tool in lists of tools. It only hides the tool, because code in the page can't be protected from its user: the
   * functions of the server that it calls decide for themselves. `{ scopes }` means the same as `scopes`.
   */
  readonly access?: Access<Input>
  /** Scopes that the caller's ctx must have. Without them the tool is neither listed nor run. */
  readonly scopes?: readonly string[]
  readonly effect?: Effect
}

/** State that an intent reads and changes: the result of `createSignal` or of `useStore`. */
export type StateHandle = readonly [read: unknown, write: unknown]

/** The state that an intent declares to change, by the names under which `run` receives it. */
export type IntentState = Readonly<Record<string, StateHandle>>

/** The second argument of `intent()`. */
export interface IntentDefinition<Input = unknown, Output = unknown, State extends IntentState = IntentState>
  extends PageToolDefinition<Input, Output> {
  /**
   * The state that `run` changes; its second argument. If the compiler finds no other effect in `run`, a pending call first runs on
   * copies, so that the approving user sees what would change.
   */
  readonly state?: State
  /** Returns whether the intent can run now. Read reactively, and shown in tool lists. Default: always true. */
  ready?(): boolean
  run(call: IntentCall<Input>, state: State): Output | Promise<Output>
}

/** Returns the second argument of `run`: an empty object if no state is declared. */
export function getState<State extends IntentState>(definition: { readonly state?: State }): State {
  return definition.state ?? (NO_STATE as State) // without declared state, `State` has no members
}

const NO_STATE: IntentState = {}

/**
 * The result of `intent()`: call it from an event handler. It validates the input, then runs `run` as a call of the user.
 */
export interface Intent<Input = unknown, Output = unknown> {
  (input?: Input): Promise<Output>
  /** A signal: true while a call is running. */
  pending(): boolean
  /** A signal: the error of the last call, or undefined after a success. */
  error(): unknown
}

/** When an island starts in the browser. */
type IslandTrigger = 'load' | 'idle' | 'visible' | 'interaction' | `media:${string}`

/** The second argument of `island()`. */
export interface IslandOptions {
  /** Default `load`. A `client:*` attribute at the use site takes precedence. */
  readonly when?: IslandTrigger
  /** If false, the server renders no HTML for it. Default true. */
  readonly ssr?: boolean
}
