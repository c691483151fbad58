/**
 * Supervises the processes that serve one app on one port: starts them, replaces dead ones, and ends them. Serves no
 * requests itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@fw/runtime/contract'
import type { ToSupervisor, ToWorker } from './messages.ts'

/** Subset of a `node:cluster` worker that the supervisor uses. */
export interface WorkerProcess {
  readonly process: { readonly pid?: number | undefined; kill(signal: NodeJS.Signals): boolean }
  isConnected(): boolean
  send(message: ToWorker): unknown
  on(event: 'message', listener: (message: ToSupervisor) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

interface SupervisorOptions {
  /** Number of workers. */
  readonly count: number
  readonly fork: () => WorkerProcess
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Clock in milliseconds. Defaults to the system clock. */
  readonly now?: () => number
  /** Sleep function. Defaults to a timer. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

interface Supervisor {
  /**
   * Starts one worker, and the others when it listens, so that an error of the app is reported once. Resolves to the
   * URL when all workers listen. Resolves to `undefined` if a worker ends before that and all have ended; that worker
   * has reported the reason.
   */
  start(): Promise<string | undefined>
  /** Resolves when a worker has died too often. The other workers continue until `stop`. */
  readonly givenUp: Promise<void>
  /**
   * Replaces the workers one by one, each when its successor listens. Stops at a successor that fails; the remaining
   * workers continue.
   */
  roll(): Promise<void>
  /**
   * Ends all workers. A listening worker completes its open requests, and is killed if it exceeds its drain time. A
   * starting worker ends immediately. Resolves when all have ended.
   */
  stop(): Promise<void>
  /** Ends all workers immediately. */
  kill(): void
}

/** Restart delay, doubled after each death up to the maximum. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/** Maximum number of consecutive deaths, each within a minute of the start. More than that isn't an accident. */
const MAX_DEATHS = 8
const LASTING_MS = 60_000
/** Delay in milliseconds, after the drain time, until a stopping worker is killed. Its event loop may be blocked. */
const KILL_AFTER_MS = 5_000

/** Creates a supervisor without starting workers. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  return new WorkerSupervisor(options)
}

interface Live {
  readonly worker: WorkerProcess
  readonly startedAt: number
  /** URL, or `undefined` if the worker ended before it listened. */
  readonly listening: Promise<string | undefined>
  /** Drain time in milliseconds, or `undefined` until the worker listens. */
  drainMs: number | undefined
  /** Signal or exit code that ended the worker. */
  readonly ended: Promise<string>
}

/** Slot of one worker and its replacements. */
interface Slot {
  live: Live
  deaths: number
}

class WorkerSupervisor implements Supervisor {
  readonly #giveUp = resolvers<void>()
  readonly givenUp = this.#giveUp.promise
  readonly #options: SupervisorOptions
  readonly #slots: Slot[] = []
  /** Running workers, including replaced ones. */
  readonly #alive = new Set<Live>()
  readonly #stopping = new AbortController()
  #rolling = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  async start(): Promise<string | undefined> {
    const first = this.#fork()
    const url = await first.listening
    if (url === undefined) return undefined
    const others = Array.from({ length: this.#options.count - 1 }, () => this.#fork())
    const all = await Promise.all(others.map(({ listening }) => listening))
    if (this.#stopping.signal.aborted || all.includes(undefined)) {
      await this.stop()
      return undefined
    }
    for (const live of [first, ...others]) {
      const slot = { live, deaths: 0 }
      this.#slots.push(slot)
      void this.#keep(slot)
    }
    return url
  }

  async roll(): Promise<void> {
    if (this.#rolling || this.#stopping.signal.aborted) return
    this.#rolling = true
    for (const slot of this.#slots) {
      const next = this.#fork()
      if ((await next.listening) === undefined) {
        const reason = this.#stopping.signal.aborted
          ? 'The server is stopping'
          : `The new worker ended with ${await next.ended}`
        this.#options.log.error(`Workers are not replaced. ${reason}.`)
        break
      }
      const before = slot.live
      slot.live = next
      slot.deaths = 0
      this.#end(before)
      await before.ended
    }
    this.#rolling = false
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const live of this.#alive) this.#end(live)
    await Promise.all([...this.#alive].map(({ ended }) => ended))
  }

  kill(): void {
    this.#stopping.abort()
    for (const { worker } of this.#alive) worker.process.kill('SIGKILL')
  }

  #fork(): Live {
    const { fork, now = Date.now } = this.#options
    const worker = fork()
    const listening = resolvers<string | undefined>()
    const ended = resolvers<string>()
    worker.on('message', ({ fw, url, drainMs }) => {
      if (fw !== 'listening') return
      live.drainMs = drainMs
      listening.resolve(url)
      // The worker handled the signal while it was starting, and continued.
      if (this.#stopping.signal.aborted) this.#end(live)
    })
    // A message to a worker that has just died may fail. Its end is handled elsewhere.
    worker.on('error', () => undefined)
    worker.on('exit', (code, signal) => {
      this.#alive.delete(live)
      ended.resolve(signal ?? `code ${code}`)
      listening.resolve(undefined)
    })
    const live: Live = {
      worker,
      startedAt: now(),
      listening: listening.promise,
      ended: ended.promise,
      drainMs: undefined,
    }
    this.#alive.add(live)
    return live
  }

  /** Ends a worker. A starting worker doesn't read messages, so only a signal ends it. */
  #end(live: Live): void {
    const { worker, drainMs } = live
    if (drainMs === undefined) worker.process.kill('SIGTERM')
    else if (worker.isConnected()) worker.send({ fw: 'stop' })
    const timer = setTimeout(
      () => {
        this.#options.log.error(`Worker ${worker.process.pid} did not stop in time and was killed.`)
        worker.process.kill('SIGKILL')
      },
      (drainMs ?? 0) + KILL_AFTER_MS,
    )
    void live.ended.then(() => clearTimeout(timer))
  }

  /** Replaces the workers of a slot that die, until the supervisor stops. */
  async #keep(slot: Slot): Promise<void> {
    const { log, now = Date.now, pause = quietSleep } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const { live } = slot
      const how = await live.ended
      if (signal.aborted) return
      if (slot.live !== live) continue
      slot.deaths = now() - live.startedAt < LASTING_MS ? slot.deaths + 1 : 1
      const { pid } = live.worker.process
      if (slot.deaths > MAX_DEATHS) {
        log.error(
          `Worker ${pid} ended with ${how}, after ${MAX_DEATHS} others that each ended within a minute. Giving up.`,
        )
        this.#giveUp.resolve()
        return
      }
      const waitMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.deaths - 1))
      log.error(`Worker ${pid} ended with ${how}. Restarting in ${waitMs} ms.`)
      await pause(waitMs, signal)
      if (signal.aborted || slot.live !== live) continue
      slot.live = this.#fork()
      const next = slot.live
      void next.listening.then((url) => url && log.info(`Worker ${next.worker.process.pid} is listening.`))
    }
  }
}

/** Sleeps. Resolves early when the signal aborts. */
function quietSleep(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Creates a promise and its functions. Node 20 doesn't have `Promise.withResolvers`. */
function resolvers<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
