/** Limits how often streams are ended by their name: a client can have the same name as others behind its address. */

/** Time in milliseconds that a browser has to take the cookies of a response before its reads are made again. */
const TAKE_MS = 50
/** Minimum time in milliseconds between two ends with the same name. */
const PAUSE_MS = 1_000
/** Maximum names in memory. */
const MAX_NAMES = 10_000

interface NameState {
  /** Time of the last response after which the streams should end; undefined if they have ended since. */
  respondedAt: number | undefined
  timer: ReturnType<typeof setTimeout>
}

export class StreamEnds {
  readonly #end: (name: string) => void
  /** In the order of their first responses. */
  readonly #states = new Map<string, NameState>()

  /** `end` ends the streams with a name. */
  constructor(end: (name: string) => void) {
    this.#end = end
  }

  /** Ends the streams with a name when the browser has taken a response, which is sent now. */
  endSoon(name: string): void {
    const known = this.#states.get(name)
    if (known !== undefined) {
      known.respondedAt = performance.now()
      return
    }
    if (this.#states.size >= MAX_NAMES) this.#endOldest()
    this.#states.set(name, { respondedAt: performance.now(), timer: this.#wait(name, TAKE_MS) })
  }

  /** Ends nothing more. */
  close(): void {
    for (const { timer } of this.#states.values()) clearTimeout(timer)
    this.#states.clear()
  }

  #wait(name: string, ms: number): NameState['timer'] {
    const timer = setTimeout(() => this.#endNow(name), ms)
    timer.unref()
    return timer
  }

  /** Ends the streams if a response was sent, and forgets the name otherwise. */
  #endNow(name: string): void {
    const state = this.#states.get(name)
    if (state?.respondedAt === undefined) {
      this.#states.delete(name)
      return
    }
    // A browser that hasn't taken a later response yet reads again with its old cookies.
    if (performance.now() - state.respondedAt >= TAKE_MS) state.respondedAt = undefined
    state.timer = this.#wait(name, PAUSE_MS)
    this.#end(name)
  }

  #endOldest(): void {
    for (const [name, { respondedAt, timer }] of this.#states) {
      clearTimeout(timer)
      this.#states.delete(name)
      if (respondedAt !== undefined) this.#end(name)
      return
    }
  }
}
