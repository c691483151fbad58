/** The public types of live reads, for the server and the browser. */
import type { AnyApi } from '#contract/api.ts'

type Input<Called extends AnyApi> = Parameters<Called>[0]
type Output<Called extends AnyApi> = Awaited<ReturnType<Called>>

/** The arguments of `live` after the API: its input, or a function that returns it; optional if the API's input is. */
export type LiveArguments<Called extends AnyApi> =
  undefined extends Input<Called> ? [input?: LiveInput<Called>] : [input: LiveInput<Called>]

type LiveInput<Called extends AnyApi> = Input<Called> | (() => Input<Called> | undefined)

/** A value that stays current: the result of an API, read again after every change of the data that it depends on. */
export interface LiveRead<Value> {
  /**
   * Returns the value; `undefined` before the first one. Suspends like a resource of Solid while the first value, or that of
   * another input, loads. Throws the error of the first read. `undefined` again when the caller may not read the value any
   * more.
   */
  (): Value | undefined
  /** Returns the value without suspending. */
  readonly latest: Value | undefined
  /** Whether the first value, that of another input, or `refetch()` loads. False while a change is read in the background. */
  readonly loading: boolean
  /** The error of the last read; `undefined` if it has succeeded. */
  readonly error: unknown
  readonly state: 'unresolved' | 'pending' | 'ready' | 'refreshing' | 'errored'
  /** Reads the data again. Resolves with the value to show; never rejects. */
  refetch(): Promise<Value | undefined>
  /**
   * Calls an API that changes the value. Until the server's new value arrives, the value is what `optimistic` returns; if the call
   * fails, it is the server's again. Several calls may run at the same time. Rejects with the error of the call.
   */
  call<Called extends AnyApi>(api: Called, ...call: CallArguments<Called, Value>): Promise<Output<Called>>
}

type CallArguments<Called extends AnyApi, Value> =
  undefined extends Input<Called>
    ? [input?: Input<Called>, options?: LiveCallOptions<Value, Input<Called>>]
    : [input: Input<Called>, options?: LiveCallOptions<Value, Input<Called>>]

/** Options of `call`. */
export interface LiveCallOptions<Value, CallInput> {
  /** Returns the value that the call is expected to lead to. It must not modify `current`, and may run again for newer values. */
  readonly optimistic?: (current: Value, input: CallInput) => Value
}

/** The value with which the server has rendered a read, as a page contains it. */
export interface SentRead {
  readonly value: unknown
  /** The receipt. Absent if the read has no tags. */
  readonly live?: string | undefined
}
