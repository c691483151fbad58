/** What `src/schedules.ts` exports, and what is said of it. Nothing here reads a cron expression: that is for `schedule/`. */
import type { Ctx, Registered } from './api.ts'
import { nearestName } from './nearest-name.ts'

/** A whole number of seconds, minutes, hours or days, as `30s`, `15m`, `6h`, `1d`. */
export type Every = `${number}${'s' | 'm' | 'h' | 'd'}`

/** What `run` of a schedule gets. */
export interface ScheduleCall {
  /** The name of its export. */
  readonly name: string
  /** What the definition's `ctx` says; without one, what `ctxFor` makes of a caller without cookies. */
  readonly ctx: Ctx
  /** The time for which it was due, which is a little before now, or long ago for a run that makes up for a missed one. */
  readonly scheduledAt: Date
  /** Aborts once the server stops and has waited long enough. */
  readonly signal: AbortSignal
}

/** What `src/ctx.ts` returns. */
export type ScheduleCtx = Registered<'ctx', Readonly<Record<string, unknown>>>

interface ScheduleBase {
  /**
   * What it does. Calls of apis inside count as an agent's: no person stands behind them, so that what is `confirm` waits
   * for one, which ends the run, and what is `forbidden` is refused.
   */
  readonly run: (call: ScheduleCall) => unknown
  /** Who it acts as. Default: whatever the app's `ctxFor` makes of a caller without cookies. */
  readonly ctx?: ScheduleCtx | (() => ScheduleCtx | Promise<ScheduleCtx>)
  /**
   * A time comes while the last run goes on, here or in another process: `skip` leaves it out, `queue` runs once more
   * afterwards, however many times came meanwhile. Default `skip`.
   */
  readonly overlap?: 'skip' | 'queue'
  /**
   * A time came while nothing ran that could have noticed: `skip` forgets it, `run-once` makes up for all of them with one
   * run. Default `skip`.
   */
  readonly missed?: 'skip' | 'run-once'
}

/** When it runs: by the calendar, or in even steps. */
export type ScheduleDefinition = ScheduleBase &
  (
    | {
        /** Five fields, or six with seconds first, as `0 3 * * MON-FRI`; or `@daily` and its like. */
        readonly cron: string
        /** A name of the IANA database, as `Europe/Berlin`. Default `UTC`, whatever the machine says. */
        readonly timezone?: string
        readonly every?: never
      }
    | {
        /** Counted from midnight UTC of 1970-01-01, so that every process means the same times. */
        readonly every: Every
        readonly cron?: never
        readonly timezone?: never
      }
  )

const KIND = Symbol.for('fw.schedule')

/** What `schedule()` answers. */
export interface Schedule {
  readonly definition: ScheduleDefinition
}

/** Whether a value comes from `schedule()`, of whichever copy of the framework. */
export function isSchedule(value: unknown): value is Schedule {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, KIND)
}

/** Marks a definition as a schedule. */
export function markSchedule(definition: ScheduleDefinition): Schedule {
  return Object.freeze({ [KIND]: true, definition })
}

/** A schedule of an app, and how it went in this process since `startSchedules`. */
export interface ScheduleStatus {
  readonly name: string
  /** The cron expression, or `every 15m`. */
  readonly when: string
  readonly timezone: string
  readonly overlap: 'skip' | 'queue'
  readonly missed: 'skip' | 'run-once'
  /** When it is due next, in epoch milliseconds. Absent where no time comes any more. */
  readonly next?: number
  /** Runs that have ended, failed ones included. */
  readonly runs: number
  readonly failures: number
  /** Times that were left out: the last run went on, or they were missed. What another process ran is none. */
  readonly skipped: number
  readonly running: boolean
}

/** What a definition may say. */
export const SCHEDULE_FIELDS = ['cron', 'every', 'run', 'timezone', 'ctx', 'overlap', 'missed'] as const

/** The values of those fields that have a few. */
export const SCHEDULE_VALUES: Readonly<Record<'overlap' | 'missed', readonly string[]>> = {
  overlap: ['skip', 'queue'],
  missed: ['skip', 'run-once'],
}

/** Something of a definition that cannot be, at the field that says it. */
export interface ScheduleProblem {
  /** Absent where it is about the whole. */
  readonly field?: string
  readonly message: string
  /** What was meant, for a field or value that is misspelled. */
  readonly nearest?: string
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `15m` in milliseconds; undefined for what is none. A year is the longest. */
export function everyMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNIT_MS[unit] ?? Number.NaN)
  return ms > 0 && ms <= 366 * 86_400_000 ? ms : undefined
}

/**
 * What is wrong with the fields of a definition, as far as they are known: a field that only running the code would tell
 * is absent from `known` and listed in `names`. A cron expression is read by `readCron`, which answers what is wrong.
 */
export function scheduleProblems(
  names: readonly string[],
  known: Readonly<Record<string, unknown>>,
  readCron: (cron: string, timezone: string) => string | undefined = () => undefined,
): readonly ScheduleProblem[] {
  return [...unknownFields(names), ...timeProblems(names, known, readCron), ...valueProblems(known)]
}

function unknownFields(names: readonly string[]): readonly ScheduleProblem[] {
  return names
    .filter((name) => !(SCHEDULE_FIELDS as readonly string[]).includes(name))
    .map((field) => {
      const nearest = nearestName(field, SCHEDULE_FIELDS)
      const hint = nearest === undefined ? `Known are ${SCHEDULE_FIELDS.join(', ')}.` : `Did you mean "${nearest}"?`
      return { field, message: `"${field}" is no field of a schedule. ${hint}`, ...(nearest && { nearest }) }
    })
}

function timeProblems(
  names: readonly string[],
  known: Readonly<Record<string, unknown>>,
  readCron: (cron: string, timezone: string) => string | undefined,
): readonly ScheduleProblem[] {
  const { cron, every, timezone } = known
  const problems: ScheduleProblem[] = []
  const isTimed = ['cron', 'every'].filter((name) => names.includes(name)).length
  if (isTimed === 0) problems.push({ message: 'It does not say when. Write cron: "0 3 * * *", or every: "15m".' })
  if (isTimed === 2) problems.push({ field: 'every', message: 'It has cron and every. Write one of them.' })
  if (!names.includes('run')) problems.push({ message: 'It has no run. Write what it does.' })
  if (names.includes('timezone') && names.includes('every'))
    problems.push({ field: 'timezone', message: 'Steps of every are the same in every timezone. Leave it out.' })
  if (every !== undefined && (typeof every !== 'string' || everyMs(every) === undefined))
    problems.push({
      field: 'every',
      message: `"${String(every)}" is no step. Write a whole number with s, m, h or d, at most a year, as "30s" or "6h".`,
    })
  const zone = timezone === undefined ? undefined : zoneProblem(timezone)
  if (zone !== undefined) problems.push({ field: 'timezone', message: zone })
  if (cron !== undefined) {
    const reason =
      typeof cron === 'string'
        ? readCron(cron, zone === undefined ? String(timezone ?? 'UTC') : 'UTC')
        : 'It is no text.'
    if (reason !== undefined) problems.push({ field: 'cron', message: `"${String(cron)}" is no time. ${reason}` })
  }
  return problems
}

function zoneProblem(timezone: unknown): string | undefined {
  try {
    if (typeof timezone === 'string' && timezone !== '') new Intl.DateTimeFormat('en', { timeZone: timezone })
    else return 'A timezone is a text, such as "Europe/Berlin".'
  } catch {
    return `"${String(timezone)}" is no timezone. Write a name of the IANA database, such as "Europe/Berlin" or "UTC".`
  }
}

function valueProblems(known: Readonly<Record<string, unknown>>): readonly ScheduleProblem[] {
  return Object.entries(SCHEDULE_VALUES).flatMap(([field, values]): ScheduleProblem[] => {
    const given = known[field]
    if (given === undefined || values.includes(given as string)) return []
    const nearest = typeof given === 'string' ? nearestName(given, values) : undefined
    const message = `${field} is ${values.map((value) => `"${value}"`).join(' or ')}, not "${String(given)}".`
    return [{ field, message, ...(nearest && { nearest }) }]
  })
}
