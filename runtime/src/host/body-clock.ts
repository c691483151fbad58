/** Cuts bodies that do not arrive in time, where the runtime does not do it itself. One timer for all of them. */
import { FwError } from '#contract/error.ts'

export interface BodyClock {
  /** The same promise, rejected with `request_timeout` once its time is over. */
  limit<Value>(body: Promise<Value>): Promise<Value>
  stop(): void
}

const STEP_MS = 1_000

/** A clock that gives each body `limitMs`, exact to a second or to half the limit. */
export function createBodyClock(limitMs: number): BodyClock {
  const waiting = new Map<(error: FwError) => void, number>()
  const step = Math.min(STEP_MS, Math.max(1, limitMs / 2))
  const timer = setInterval(() => {
    const oldest = performance.now() - limitMs
    for (const [reject, since] of waiting) {
      // In the order of arrival: the others are younger.
      if (since > oldest) break
      waiting.delete(reject)
      reject(new FwError('request_timeout'))
    }
  }, step)
  timer.unref()
  return {
    limit: (body) =>
      new Promise((resolve, reject) => {
        waiting.set(reject, performance.now())
        body.then(resolve, reject).finally(() => waiting.delete(reject))
      }),
    stop: () => clearInterval(timer),
  }
}
