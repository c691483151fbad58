/** Runs a schedule in a process: waits for its times, claims them, and runs those that it may run. */
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import type { ScheduleDefinition, ScheduleStatus } from '#contract/config/schedule.ts'
import { type TickClaims, tickClaims } from './claim-tick.ts'
import { getTimeZone, type TickTimes, tickTimes, whenText } from './tick-times.ts'

interface KeeperOptions {
  readonly name: string
  readonly definition: ScheduleDefinition
  readonly data: DataStore
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: Logger
  /** Runs the task. Rejects with its error. Resolves to the id of the proposal that ended it, if any. */
  readonly execute: (run: ScheduledRun) => Promise<{ readonly proposal?: string }>
}

export interface ScheduledRun {
  readonly name: string
  readonly definition: ScheduleDefinition
  readonly scheduledAt: Date
  readonly signal: AbortSignal
}

export interface Keeper {
  readonly name: string
  status(): ScheduleStatus
  /** Starts running the schedule's times. */
  start(): void
  /** Runs the latest time before `now`, unless it ran already, in any process. Resolves when it has ended. */
  runDue(now: number): Promise<void>
  /**
   * Runs the latest time at or before `now`, however late, unless it ran already, in any process. Resolves when it has ended, to
   * whether this process ran it. Rejects if the data store fails.
   */
  runOnce(now: number): Promise<boolean>
  /** Stops running times. Waits `waitMs` for a running task, then aborts its signal and waits another second. */
  stop(waitMs: number): Promise<void>
}

/** Maximum time between two checks, because the machine may have slept or its clock may have changed. */
const LOOK_MS = 60_000
/** Time between two attempts while the data store is unavailable. */
const RETRY_MS = 5_000
/** A time that is later than this counts as missed. */
const LATE_MS = 60_000
/** A platform's clock may be ahead of this machine's. */
const EARLY_MS = 5_000
/** Interval for checking whether the run of another process has ended. */
const POLL_MS = 1_000
const LAST_WORDS_MS = 1_000

/** Throws a `SetupError` for an invalid cron expression. */
export function keepSchedule(options: KeeperOptions): Keeper {
  return new ScheduleKeeper(options)
}

class ScheduleKeeper implements Keeper {
  readonly name: string
  readonly #options: KeeperOptions
  readonly #times: TickTimes
  readonly #claims: TickClaims
  readonly #counts = { runs: 0, failures: 0, skipped: 0 }
  readonly #stopping = new AbortController()
  readonly #cut = new AbortController()
  /** Work for claimed times that hasn't ended. */
  readonly #open = new Set<Promise<void>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The next time to run. Cached, because computing it from a calendar takes time. */
  #next = Number.POSITIVE_INFINITY
  /** Whether a time could not be claimed because the data store failed. */
  #owed = false
  #running = 0

  constructor(options: KeeperOptions) {
    const { name, definition, data } = options
    this.name = name
    this.#options = options
    this.#times = tickTimes(name, definition)
    this.#claims = tickClaims(data, name, definition)
  }

  status(): ScheduleStatus {
    const { name, definition, now } = this.#options
    const next = this.#times.next(now())
    return {
      name,
      when: whenText(definition),
      timezone: getTimeZone(definition),
      overlap: definition.overlap ?? 'skip',
      missed: definition.missed ?? 'skip',
      ...(next === undefined ? {} : { next }),
      ...this.#counts,
      running: this.#running > 0,
    }
  }

  start(): void {
    const begun = this.#options.now()
    this.#aim(begun)
    this.#track(this.#catchUp(this.#times.last(begun)))
    this.#wait()
  }

  async runDue(now: number): Promise<void> {
    const tick = this.#times.last(now)
    if (tick === undefined) return
    const last = await this.#claims.last()
    // A schedule that is seen for the first time has missed nothing, as at a start.
    if (last === undefined && now - tick > LATE_MS) await this.#claims.setLast(tick)
    else if (last === undefined || last < tick) await this.#takeTick(tick)
  }

  async runOnce(now: number): Promise<boolean> {
    const tick = this.#times.last(now + EARLY_MS)
    if (tick === undefined) return false
    const last = await this.#claims.last()
    return (last === undefined || last < tick) && this.#claimAndRun(tick)
  }

  async stop(waitMs: number): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopping.abort()
    if (await endsWithin(this.#open, waitMs)) return
    this.#cut.abort()
    if (!(await endsWithin(this.#open, LAST_WORDS_MS)))
      this.#options.log.warn(`The schedule "${this.name}" was still running when the server stopped.`, this.#fields())
  }

  #fields(tick?: number) {
    return { schedule: this.name, ...(tick === undefined ? {} : { scheduledAt: new Date(tick).toISOString() }) }
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#open.delete(tracked))
    this.#open.add(tracked)
  }

  #aim(from: number): void {
    this.#next = this.#times.next(from) ?? Number.POSITIVE_INFINITY
  }

  #wait(): void {
    if (this.#stopping.signal.aborted) return
    const ms = Math.max(1, Math.min(this.#next - this.#options.now(), this.#owed ? RETRY_MS : LOOK_MS))
    this.#timer = setTimeout(() => this.#look(), ms)
    this.#timer.unref()
  }

  #look(): void {
    const now = this.#options.now()
    const tick = this.#owed || now >= this.#next ? this.#times.last(now) : undefined
    if (tick !== undefined) {
      this.#owed = false
      this.#aim(now)
      this.#track(this.#takeTick(tick))
    }
    this.#wait()
  }

  /**
   * Handles times that were missed before this process started. The first process that sees a schedule stores its latest
   * time: nothing was missed.
   */
  async #catchUp(tick: number | undefined): Promise<void> {
    if (tick === undefined) return
    try {
      const last = await this.#claims.last()
      if (last === undefined) await this.#claims.setLast(tick)
      else if (last < tick) await this.#takeMissed(tick)
    } catch (err) {
      this.#unclaimed(tick, err)
    }
  }

  async #takeTick(tick: number): Promise<void> {
    try {
      if (this.#options.now() - tick <= LATE_MS) await this.#claimAndRun(tick)
      else if (((await this.#claims.last()) ?? tick) < tick) await this.#takeMissed(tick)
    } catch (err) {
      this.#unclaimed(tick, err)
    }
  }

  async #takeMissed(tick: number): Promise<void> {
    if (this.#options.definition.missed === 'run-once') {
      await this.#claimAndRun(tick)
      return
    }
    if (!(await this.#claims.claim(tick))) return
    await this.#claims.setLast(tick)
    this.#skip('was missed and is skipped', tick)
  }

  /** Handles a failed claim: another process may have this time, so it isn't run. With `run-once` it is tried again. */
  #unclaimed(tick: number, err: unknown): void {
    this.#counts.failures += 1
    this.#owed = this.#options.definition.missed === 'run-once'
    clearTimeout(this.#timer)
    this.#wait()
    const rest = this.#owed ? 'It is tried again.' : 'It does not run this time.'
    this.#options.log.error(`The schedule "${this.name}" could not be claimed. ${rest}`, { ...this.#fields(tick), err })
  }

  /** Returns whether this process ran the time. */
  async #claimAndRun(tick: number): Promise<boolean> {
    if (this.#stopping.signal.aborted || !(await this.#claims.claim(tick))) return false
    await this.#claims.setLast(tick)
    if (!(await this.#isFree(tick))) return false
    const leave = await this.#claims.enter(tick)
    try {
      await this.#run(tick)
    } finally {
      await leave()
    }
    return true
  }

  /** Waits for the previous run if the definition requires it. Returns false if this time must not run. */
  async #isFree(tick: number): Promise<boolean> {
    const before = await this.#claims.running()
    if (before === undefined) return true
    const queues = this.#options.definition.overlap === 'queue'
    if (!queues || !(await this.#claims.claimAfter(before))) {
      this.#skip(queues ? 'is already waiting, and runs once for both' : 'is still running and is skipped', tick)
      return false
    }
    do await pause(POLL_MS, this.#stopping.signal)
    while (!this.#stopping.signal.aborted && (await this.#claims.running()) !== undefined)
    return !this.#stopping.signal.aborted
  }

  #skip(why: string, tick: number): void {
    this.#counts.skipped += 1
    this.#options.log.warn(`The schedule "${this.name}" ${why}.`, this.#fields(tick))
  }

  async #run(tick: number): Promise<void> {
    const { name, definition, log, execute } = this.#options
    const started = performance.now()
    this.#running += 1
    try {
      const ended = await execute({ name, definition, scheduledAt: new Date(tick), signal: this.#cut.signal })
      const durationMs = Math.round(performance.now() - started)
      if (ended.proposal === undefined) log.info(`The schedule "${name}" ran.`, { ...this.#fields(tick), durationMs })
      else
        log.info(`The schedule "${name}" waits for approval by a user.`, {
          ...this.#fields(tick),
          durationMs,
          proposal: ended.proposal,
        })
    } catch (err) {
      this.#counts.failures += 1
      const { failures } = this.#counts
      const durationMs = Math.round(performance.now() - started)
      log.error(`The schedule "${name}" failed.`, { ...this.#fields(tick), durationMs, failures, err })
    } finally {
      this.#running -= 1
      this.#counts.runs += 1
    }
  }
}

async function endsWithin(open: ReadonlySet<Promise<void>>, ms: number): Promise<boolean> {
  if (open.size === 0) return true
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const ended = await Promise.race([Promise.all(open).then(() => true), late])
  clearTimeout(timer)
  return ended
}

/** Resolves after the time, or immediately when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
