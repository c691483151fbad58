/** Rejects bodies that don't arrive in time, for runtimes that have no such timeout. Uses one timer for all bodies. */
import { FwError } from '#contract/http/error.ts'

export interface BodyClock {
  /** Returns the same promise, rejected with `request_timeout` after the time limit. */
  limit<Value>(body: Promise<Value>): Promise<Value>
  stop(): void
}

const STEP_MS = 1_000

/** Creates a clock that gives each body `limitMs`, with a precision of a second or half the limit. */
export function createBodyClock(limitMs: number): BodyClock {
  const waiting = new Map<(error: FwError) => void, number>()
  const step = Math.min(STEP_MS, Math.max(1, limitMs / 2))
  const timer = setInterval(() => {
    const oldest = performance.now() - limitMs
    for (const [reject, since] of waiting) {
      // In order of arrival: the remaining ones are younger.
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
