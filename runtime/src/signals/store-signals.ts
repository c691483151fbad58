/**
 * Wakes work of this process that waits for a change of the data store which another process makes. The store is watched
 * only while something has waited for a while, so that short work costs nothing.
 */
import type { DataStore } from '#contract/config/data.ts'
import { inStoreScope } from './store-scope.ts'

/** Time in milliseconds after which waiting work is registered. Its first check finds earlier changes. */
const REGISTER_MS = 50
/** Time for which the channel is watched after the last wait, because another one often follows. */
const LINGER_MS = 5_000
/** Interval of the checks that find a change whose message was lost. */
const CHECK_MS = 5_000

export class StoreSignals {
  readonly #data: Pick<DataStore, 'publish' | 'watch'>
  readonly #channel: string
  readonly #checks = new Map<string, Set<() => void>>()
  #watch: Promise<() => Promise<void>> | undefined
  #timer: NodeJS.Timeout | undefined
  #linger: NodeJS.Timeout | undefined

  constructor(data: Pick<DataStore, 'publish' | 'watch'>, channel: string) {
    this.#data = data
    this.#channel = channel
  }

  /** Wakes the work that waits for this key, in every process. Never rejects. */
  async send(key: string): Promise<void> {
    await this.#data.publish(this.#channel, key).catch(() => undefined)
  }

  /**
   * Calls `check` when the key may have changed: after a signal, when signals may have been lost, and every few seconds. It
   * must not throw. Returns a function that ends the wait.
   */
  wait(key: string, check: () => void): () => void {
    const timer = setTimeout(() => this.#register(key, check), REGISTER_MS).unref()
    return () => {
      clearTimeout(timer)
      this.#remove(key, check)
    }
  }

  #register(key: string, check: () => void): void {
    const checks = this.#checks.get(key) ?? new Set()
    this.#checks.set(key, checks.add(check))
    clearTimeout(this.#linger)
    this.#watch ??= inStoreScope(this.#data, () => this.#startWatch())
    this.#timer ??= inStoreScope(this.#data, () => setInterval(() => this.#checkAll(), CHECK_MS)).unref()
    void this.#watch.then(() => checks.has(check) && check())
  }

  #remove(key: string, check: () => void): void {
    const checks = this.#checks.get(key)
    if (checks?.delete(check) !== true || checks.size > 0) return
    this.#checks.delete(key)
    if (this.#checks.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    clearTimeout(this.#linger)
    this.#linger = setTimeout(() => this.#end(), LINGER_MS).unref()
  }

  #startWatch(): Promise<() => Promise<void>> {
    return this.#data.watch(
      this.#channel,
      (changed) => this.#check(changed),
      () => this.#checkAll(),
    )
  }

  #end(): void {
    const watch = this.#watch
    this.#watch = undefined
    void watch?.then((end) => end()).catch(() => undefined)
  }

  #check(key: string): void {
    for (const check of [...(this.#checks.get(key) ?? [])]) check()
  }

  #checkAll(): void {
    for (const key of [...this.#checks.keys()]) this.#check(key)
  }
}
