/** Types and checks of `src/schedules.ts`. Cron expressions are parsed in `schedule/`, not here. */
import type { Ctx, Registered } from '../api.ts'
import { nearestName } from '../schema/nearest-name.ts'

/** A whole number of seconds, minutes, hours or days: `30s`, `15m`, `6h`, `1d`. */
export type Every = `${number}${'s' | 'm' | 'h' | 'd'}`

/** The argument of a schedule's `run`. */
export interface ScheduleCall {
  /** The name of the schedule's export. */
  readonly name: string
  /** The definition's `ctx`. Default: the result of `ctxFor` for a caller without cookies. */
  readonly ctx: Ctx
  /** The time for which the run was due: shortly before now, or long ago for a run that replaces missed ones. */
  readonly scheduledAt: Date
  /** Aborts when the server stops and its drain time is over. */
  readonly signal: AbortSignal
}

/** The return value of `src/ctx.ts`. */
export type ScheduleCtx = Registered<'ctx', Readonly<Record<string, unknown>>>

interface ScheduleBase {
  /**
   * The task. API calls inside have agent origin, because no user is present to approve them: a `confirm` call creates a
   * proposal, which ends the run, and a `forbidden` call is refused.
   */
  readonly run: (call: ScheduleCall) => unknown
  /** The identity that it acts with. Default: the result of the app's `ctxFor` for a caller without cookies. */
  readonly ctx?: ScheduleCtx | (() => ScheduleCtx | Promise<ScheduleCtx>)
  /**
   * What happens if a run is due while the last one is still running, in this or another process: `skip` omits it; `queue`
   * runs once afterwards, however many times were due meanwhile. Default `skip`.
   */
  readonly overlap?: 'skip' | 'queue'
  /**
   * What happens if runs were due while no process was running: `skip` omits them; `run-once` replaces all of them with one
   * run. Default `skip`.
   */
  readonly missed?: 'skip' | 'run-once'
}

/** The times of a schedule: a cron expression, or a fixed interval. */
export type ScheduleDefinition = ScheduleBase &
  (
    | {
        /**
         * Cron expression with five fields, or six with seconds first, such as `0 3 * * MON-FRI`; or a nickname such as
         * `@daily`.
         */
        readonly cron: string
        /** IANA time zone, such as `Europe/Berlin`. Default `UTC`, independent of the machine. */
        readonly timezone?: string
        readonly every?: never
      }
    | {
        /** Interval, counted from midnight UTC of 1970-01-01, so that all processes use the same times. */
        readonly every: Every
        readonly cron?: never
        readonly timezone?: never
      }
  )

const KIND = Symbol.for('fw.schedule')

/** The result of `schedule()`. */
export interface Schedule {
  readonly definition: ScheduleDefinition
}

/** Whether a value was created by `schedule()`, including other copies of the framework. */
export function isSchedule(value: unknown): value is Schedule {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, KIND)
}

/** Marks a definition as a schedule. */
export function markSchedule(definition: ScheduleDefinition): Schedule {
  return Object.freeze({ [KIND]: true, definition })
}

/** A schedule of an app, with statistics of this process since `startSchedules`. */
export interface ScheduleStatus {
  readonly name: string
  /** The cron expression, or `every 15m`. */
  readonly when: string
  readonly timezone: string
  readonly overlap: 'skip' | 'queue'
  readonly missed: 'skip' | 'run-once'
  /** The next due time in epoch milliseconds. Absent after the last run. */
  readonly next?: number
  /** Number of runs that have ended, including failed ones. */
  readonly runs: number
  readonly failures: number
  /** Number of skipped times: the last run was still running, or they were missed. Runs of other processes don't count. */
  readonly skipped: number
  readonly running: boolean
}

/** The fields of a definition. */
export const SCHEDULE_FIELDS = ['cron', 'every', 'run', 'timezone', 'ctx', 'overlap', 'missed'] as const

/** Allowed values of fields with few values. */
export const SCHEDULE_VALUES: Readonly<Record<'overlap' | 'missed', readonly string[]>> = {
  overlap: ['skip', 'queue'],
  missed: ['skip', 'run-once'],
}

/** A problem of a definition, with the field that has it. */
interface ScheduleProblem {
  /** Absent if the problem concerns the whole definition. */
  readonly field?: string
  readonly message: string
  /** The intended name or value, if it is misspelled. */
  readonly nearest?: string
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns an interval such as `15m` in milliseconds, or undefined for an invalid one. The maximum is a year. */
export function everyMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNIT_MS[unit] ?? Number.NaN)
  return ms > 0 && ms <= 366 * 86_400_000 ? ms : undefined
}

/**
 * Returns the problems of a definition's fields, as far as they are known. A field whose value is known only at run time is
 * listed in `names` and missing in `known`. `readCron` parses a cron expression and returns what is wrong with it.
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
      const hint =
        nearest === undefined ? `The fields are ${SCHEDULE_FIELDS.join(', ')}.` : `Did you mean "${nearest}"?`
      return { field, message: `"${field}" is not a field of a schedule. ${hint}`, ...(nearest && { nearest }) }
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
  if (isTimed === 0) problems.push({ message: 'It has no times. Set cron: "0 3 * * *", or every: "15m".' })
  if (isTimed === 2) problems.push({ field: 'every', message: 'It has both cron and every. Set only one of them.' })
  if (!names.includes('run')) problems.push({ message: 'It has no run. Set run to the function of the schedule.' })
  if (names.includes('timezone') && names.includes('every'))
    problems.push({ field: 'timezone', message: "The times of every don't depend on a time zone. Remove timezone." })
  if (every !== undefined && (typeof every !== 'string' || everyMs(every) === undefined))
    problems.push({
      field: 'every',
      message: `"${String(every)}" is not a valid interval. Write a whole number with s, m, h or d, at most a year, such as "30s" or "6h".`,
    })
  const zone = timezone === undefined ? undefined : zoneProblem(timezone)
  if (zone !== undefined) problems.push({ field: 'timezone', message: zone })
  if (cron !== undefined) {
    const reason =
      typeof cron === 'string'
        ? readCron(cron, zone === undefined ? String(timezone ?? 'UTC') : 'UTC')
        : 'It must be a string.'
    if (reason !== undefined)
      problems.push({ field: 'cron', message: `"${String(cron)}" is not a valid cron expression. ${reason}` })
  }
  return problems
}

function zoneProblem(timezone: unknown): string | undefined {
  try {
    if (typeof timezone === 'string' && timezone !== '') new Intl.DateTimeFormat('en', { timeZone: timezone })
    else return 'timezone must be a string, such as "Europe/Berlin".'
  } catch {
    return `"${String(timezone)}" is not a known time zone. Use an IANA name, such as "Europe/Berlin" or "UTC".`
  }
}

function valueProblems(known: Readonly<Record<string, unknown>>): readonly ScheduleProblem[] {
  return Object.entries(SCHEDULE_VALUES).flatMap(([field, values]): ScheduleProblem[] => {
    const given = known[field]
    if (given === undefined || values.includes(given as string)) return []
    const nearest = typeof given === 'string' ? nearestName(given, values) : undefined
    const message = `${field} must be ${values.map((value) => `"${value}"`).join(' or ')}, not "${String(given)}".`
    return [{ field, message, ...(nearest && { nearest }) }]
  })
}
