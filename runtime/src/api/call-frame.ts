/** What the `run` of one call gets, and how long it may take. */
import type { Call, Ctx } from '#contract/api.ts'
import type { CallClient } from '#contract/call-client.ts'
import { FwError } from '#contract/error.ts'

/** The request that a call belongs to. */
export interface CallRequest {
  readonly signal?: AbortSignal
  /** Absent where the caller cannot be spoken to while the call runs. */
  readonly client?: CallClient | undefined
  readonly requestId?: string | undefined
}

/** What `run` gets. Its signal is made only when it is read. */
export class CallFrame implements Call {
  readonly input: unknown
  readonly ctx: Ctx
  readonly #caller: CallRequest | undefined
  /** Tells `run` that its time is up. */
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
    this.#signal ??= joinSignals(this.#caller?.signal, this.#late?.signal)
    return this.#signal
  }
}

/** Most callers wait for one answer and nothing else. */
const NO_CLIENT: CallClient = {
  can: () => false,
  ask: () =>
    Promise.reject(
      new FwError('unavailable', { message: 'This tool asks its caller something, who cannot be asked.' }),
    ),
  progress: () => undefined,
  log: () => undefined,
}

function joinSignals(caller: AbortSignal | undefined, late: AbortSignal | undefined): AbortSignal {
  if (caller !== undefined && late !== undefined) return AbortSignal.any([caller, late])
  return caller ?? late ?? new AbortController().signal
}

/** The answer of `work`, or a failure once the time is up: first the failure, so that a hasty answer cannot overtake it. */
export async function within<Answer>(
  timeoutMs: number,
  late: AbortController,
  work: Answer | Promise<Answer>,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new FwError('unavailable', { message: `The tool did not answer within ${timeoutMs} ms.` }))
      late.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
