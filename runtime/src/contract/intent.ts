/** What a component's intent is: a tool that runs where the component lives (decisions: Manifest, Agent). */
import type { Effect, Guard, Origin, StandardSchema } from './api.ts'

/** What an intent's `run` is called with. */
export interface IntentCall<Input = unknown> {
  readonly input: Input
  readonly ctx: { readonly origin: Origin }
}

/** The second argument of `intent()`. */
export interface IntentDefinition<Input = unknown, Output = unknown> {
  /** What an agent plans against. */
  readonly description: string
  readonly title?: string
  /** Checked before `run`. Without it anything is passed on. */
  readonly input?: StandardSchema<Input>
  readonly output?: StandardSchema<Output>
  /** How an agent's call is treated; a person's click always runs. Default `auto`. */
  readonly guard?: Guard
  /** Scopes that the caller's ctx must have for the intent to be listed. */
  readonly scopes?: readonly string[]
  readonly effect?: Effect
  run(call: IntentCall<Input>): Output | Promise<Output>
}

/** What `intent()` returns: call it from a handler. It runs `run` as a person's call. */
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
