/**
 * The order of the reads of watched resources: a write can change the resources of thousands of subscriptions, whose reads must
 * not delay the requests of others.
 */

/** Maximum number of reads at the same time. */
const MAX_READS = 8
/** Time in milliseconds after which a read that hasn't ended no longer holds up the next one. */
const MAX_READ_MS = 5_000

export class ReadTurns {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** Runs a read when it is its turn. */
  async take<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#running < MAX_READS) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let hasEnded = false
    const end = () => {
      if (!hasEnded) this.#passOn()
      hasEnded = true
    }
    const timer = setTimeout(end, MAX_READ_MS).unref()
    try {
      return await read()
    } finally {
      clearTimeout(timer)
      // Requests that have arrived in the meantime come first.
      setImmediate(end)
    }
  }

  #passOn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
