/** The watchers of a store in this process, by channel. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { tryParseJson } from '#contract/try-parse-json.ts'

export interface Watcher {
  readonly channel: string
  onMessage(text: string): void
  onGap(): void
}

/** Runs work in the scope of the code that has created this function. */
type RunInScope = <Result>(work: () => Result) => Result

export class Watchers {
  /**
   * Runs work in the scope in which the store was opened. Polls and connections start in it: they outlive the request that needs
   * them first, and must not run as its caller.
   */
  readonly inStoreScope: RunInScope = AsyncLocalStorage.snapshot()
  readonly #byChannel = new Map<string, Map<Watcher, RunInScope>>()
  readonly #log: (message: string) => void

  constructor(log: (message: string) => void = console.error) {
    this.#log = log
  }

  get channels(): readonly string[] {
    return [...this.#byChannel.keys()]
  }

  has(channel: string): boolean {
    return this.#byChannel.has(channel)
  }

  /** Returns a function that removes the watcher. Its functions are called in the scope of the code that adds it. */
  add(watcher: Watcher): () => void {
    const { channel } = watcher
    const watchers = this.#byChannel.get(channel) ?? new Map<Watcher, RunInScope>()
    this.#byChannel.set(channel, watchers.set(watcher, AsyncLocalStorage.snapshot()))
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && this.#byChannel.get(channel) === watchers) this.#byChannel.delete(channel)
    }
  }

  deliver(channel: string, text: string): void {
    for (const [watcher, inOwnScope] of [...(this.#byChannel.get(channel) ?? [])])
      this.#call(() => inOwnScope(() => watcher.onMessage(text)))
  }

  /**
   * Delivers a message in its JSON form. Others can send to a channel of a shared server: instead of what isn't a message of this
   * framework, its watchers have a gap.
   */
  deliverJson(channel: string, json: string): void {
    const text = tryParseJson(json)
    if (typeof text === 'string') this.deliver(channel, text)
    else this.reportGap((watcher) => watcher.channel === channel)
  }

  /** Calls `onGap` of the watchers that `which` selects. Default: all. */
  reportGap(which: (watcher: Watcher) => boolean = () => true): void {
    const watchers = [...this.#byChannel.values()].flatMap((channel) => [...channel])
    for (const [watcher, inOwnScope] of watchers)
      if (which(watcher)) this.#call(() => inOwnScope(() => watcher.onGap()))
  }

  /** An error of one watcher must not reach the others, or the process that publishes. */
  #call(notify: () => void): void {
    try {
      notify()
    } catch (error) {
      this.#log(`data: a watcher failed: ${error instanceof Error ? error.message : error}`)
    }
  }
}
