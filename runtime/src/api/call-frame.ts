/** The argument of a call's `run`, and the time limit of the call. */
import type { Call, Ctx } from '#contract/api.ts'
import type { CallClient } from '#contract/http/call-client.ts'
import { FwError } from '#contract/http/error.ts'
import { bindSignal } from './bind-signal.ts'

/** The request that a call belongs to. */
export interface CallRequest {
  readonly signal?: AbortSignal
  /** Absent if the caller doesn't support messages during the call. */
  readonly client?: CallClient | undefined
  readonly requestId?: string | undefined
}

/** The argument of `run`. Its signal is created only if it is read. */
export class CallFrame implements Call {
  readonly input: unknown
  readonly ctx: Ctx
  readonly #caller: CallRequest | undefined
  /** Aborts when the timeout expires. */
  readonly #late: AbortController | undefined
  #signal: AbortSignal | undefined

  constructor(input: unknown, ctx: Ctx, caller: CallRequest | undefined, late: AbortController | undefined) {
    this.input = input
    this.ctx = ctx
    this.#caller = caller
    this.#late = late
  }

  get client(): CallClient {
    return this.#caller?.client ?? NO_CLIENT
  }

  get signal(): AbortSignal {
    this.#signal ??= bindSignal(joinSignals(this.#caller?.signal, this.#late?.signal))
    return this.#signal
  }
}

/** Most callers only wait for the result. */
const NO_CLIENT: CallClient = {
  can: () => false,
  ask: () =>
    Promise.reject(
      new FwError('unavailable', {
        message: 'This tool needs input from its caller, and the caller does not support requests.',
      }),
    ),
  progress: () => undefined,
  log: () => undefined,
}

function joinSignals(caller: AbortSignal | undefined, late: AbortSignal | undefined): AbortSignal {
  if (caller !== undefined && late !== undefined) return AbortSignal.any([caller, late])
  return caller ?? late ?? new AbortController().signal
}

/**
 * Resolves to the result of `work`, or rejects after the timeout. Rejects before it aborts, so that a result of the aborted
 * work can't come first.
 */
export async function within<Result>(
  timeoutMs: number,
  late: AbortController,
  work: Result | Promise<Result>,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new FwError('unavailable', { message: `The tool did not finish within ${timeoutMs} ms.` }))
      late.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
