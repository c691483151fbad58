/** The processes that serve one app on one port: starts them, replaces what dies, and ends them. Serves nothing itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@fw/runtime/contract'
import type { ToSupervisor, ToWorker } from './messages.ts'

/** What is needed of a worker of `node:cluster`. */
export interface WorkerProcess {
  readonly process: { readonly pid?: number | undefined; kill(signal: NodeJS.Signals): boolean }
  isConnected(): boolean
  send(message: ToWorker): unknown
  on(event: 'message', listener: (message: ToSupervisor) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

export interface SupervisorOptions {
  /** How many serve. */
  readonly count: number
  readonly fork: () => WorkerProcess
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Clock in milliseconds. Default: that of the system. */
  readonly now?: () => number
  /** Default: a timer. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Supervisor {
  /**
   * Starts the first, and the others once it listens: what is wrong with the app is said once. Resolves to the address when
   * all listen; to undefined when one ended before that, which has said why, and all have ended.
   */
  start(): Promise<string | undefined>
  /** Resolves once a worker has died too often. The others go on until `stop`. */
  readonly givenUp: Promise<void>
  /** Replaces them one by one, each by a new one that listens. One that does not ends this, and the old ones go on. */
  roll(): Promise<void>
  /**
   * Ends all workers. One that listens finishes its open requests first, and is killed when it exceeds its drain time; one
   * that is still starting ends at once. Resolves when all have ended.
   */
  stop(): Promise<void>
  /** Ends them at once. */
  kill(): void
}

/** How long the next one waits: twice as long after each death, up to the longest. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Deaths in succession, each within a minute of the start: more are no accident. */
const MAX_DEATHS = 8
const LASTING_MS = 60_000
/** A worker that was told to stop is killed this long after its drain time: its event loop may be blocked for good. */
const KILL_AFTER_MS = 5_000

/** Starts nothing yet. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  return new WorkerSupervisor(options)
}

interface Live {
  readonly worker: WorkerProcess
  readonly startedAt: number
  /** The address; undefined when it ended before it listened. */
  readonly listening: Promise<string | undefined>
  /** How long it may take to end, in milliseconds; undefined until it listens. */
  drainMs: number | undefined
  /** How it ended, in words. */
  readonly ended: Promise<string>
}

/** The place of one worker, whoever takes it. */
interface Slot {
  live: Live
  deaths: number
}

class WorkerSupervisor implements Supervisor {
  readonly #giveUp = resolvers<void>()
  readonly givenUp = this.#giveUp.promise
  readonly #options: SupervisorOptions
  readonly #slots: Slot[] = []
  /** Those that have not ended, replaced ones included. */
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
        const reason = this.#stopping.signal.aborted ? 'The server stops' : `The new one ended with ${await next.ended}`
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
      // It handled the signal that was sent while it started, and went on.
      if (this.#stopping.signal.aborted) this.#end(live)
    })
    // A message to one that has just died: its end is what counts.
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

  /** A worker that still starts reads no messages: what is sent to it then is lost, and only a signal ends it. */
  #end(live: Live): void {
    const { worker, drainMs } = live
    if (drainMs === undefined) worker.process.kill('SIGTERM')
    else if (worker.isConnected()) worker.send({ fw: 'stop' })
    const timer = setTimeout(
      () => {
        this.#options.log.error(`Worker ${worker.process.pid} did not end in time. It is killed.`)
        worker.process.kill('SIGKILL')
      },
      (drainMs ?? 0) + KILL_AFTER_MS,
    )
    void live.ended.then(() => clearTimeout(timer))
  }

  /** Replaces whoever dies in a place, until the end. */
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
        log.error(`Worker ${pid} ended with ${how}, as ${MAX_DEATHS} before it did within a minute. Giving up.`)
        this.#giveUp.resolve()
        return
      }
      const waitMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.deaths - 1))
      log.error(`Worker ${pid} ended with ${how}. Another one starts in ${waitMs} ms.`)
      await pause(waitMs, signal)
      if (signal.aborted || slot.live !== live) continue
      slot.live = this.#fork()
      const next = slot.live
      void next.listening.then((url) => url && log.info(`Worker ${next.worker.process.pid} listens.`))
    }
  }
}

/** Ends early, and quietly, when the signal says so. */
function quietSleep(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** `Promise.withResolvers`, which Node 20 has not. */
function resolvers<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
