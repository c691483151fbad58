/** The times of a schedule as a cron expression that every platform understands: five fields, in UTC. */
import { everyMs, type Platform } from '@fw/runtime/contract'

/** Times of a schedule, as they are written. */
interface WrittenTimes {
  readonly cron?: string
  readonly every?: string
  readonly timezone?: string
}

/** The cron expression; or the problem, which ends a sentence, and the field that has it. */
type PlatformCron =
  | { readonly cron: string }
  | { readonly problem: string; readonly field: 'cron' | 'every' | 'timezone' }

/** Platforms that call the app at the times of its schedules, in place of a process that waits for them. */
export const CRON_PLATFORMS: readonly (Platform | undefined)[] = ['lambda', 'netlify', 'vercel']

const MINUTE_MS = 60_000
const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

interface FieldKind {
  readonly min: number
  readonly max: number
  /** Names of the values, from `min`. */
  readonly names?: readonly string[]
}

const FIELDS: readonly FieldKind[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
]

/** Converts valid times of a schedule. Fields become numbers, lists, ranges and steps of `*`. */
export function toPlatformCron({ cron, every, timezone }: WrittenTimes): PlatformCron {
  if (every !== undefined) return convertInterval(every)
  if (cron === undefined) return { problem: 'it has no times', field: 'cron' }
  if (timezone !== undefined && !/^(?:etc\/)?(?:utc|gmt|uct|zulu)$/i.test(timezone))
    return { problem: `its times are in the time zone ${timezone}. Write them in UTC`, field: 'timezone' }
  const fields = (NICKNAMES[cron.trim().toLowerCase()] ?? cron).trim().split(/\s+/)
  if (fields.length > FIELDS.length) return { problem: 'it has seconds. Write five fields', field: 'cron' }
  const written = fields.map((text, index) => convertField(text, FIELDS[index] as FieldKind))
  if (written.some((text) => text === undefined))
    return { problem: 'its expression has L, W or #. Write numbers and ranges', field: 'cron' }
  if (written[2] !== '*' && written[4] !== '*')
    return { problem: 'it has days of the month and days of the week. Write two schedules', field: 'cron' }
  return { cron: written.join(' ') }
}

/** Converts an interval that divides an hour or a day, because a cron expression begins again with each. */
function convertInterval(every: string): PlatformCron {
  const minutes = (everyMs(every) ?? 0) / MINUTE_MS
  const hours = minutes / 60
  if (minutes === 1) return { cron: '* * * * *' }
  if (Number.isInteger(minutes) && minutes < 60 && 60 % minutes === 0) return { cron: `*/${minutes} * * * *` }
  if (hours === 1) return { cron: '0 * * * *' }
  if (Number.isInteger(hours) && hours < 24 && 24 % hours === 0) return { cron: `0 */${hours} * * *` }
  if (hours === 24) return { cron: '0 0 * * *' }
  return {
    problem: `no cron expression has the interval ${every}. Write minutes that divide an hour, hours that divide a day, or 1d`,
    field: 'every',
  }
}

/** Returns the field with numbers; `undefined` for an extension of cron. */
function convertField(text: string, kind: FieldKind): string | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const range = readRange(part, kind)
    if (range === undefined) return undefined
    // Sunday is 0 and 7.
    for (let value = range.from; value <= range.to; value += range.step) values.add(value > kind.max ? 0 : value)
  }
  return print(
    [...values].sort((a, b) => a - b),
    kind,
  )
}

interface Range {
  readonly from: number
  readonly to: number
  readonly step: number
}

function readRange(part: string, kind: FieldKind): Range | undefined {
  const { min, max } = kind
  const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? []
  const width = step === undefined ? 1 : Number(step)
  if (width === 0) return undefined
  if (range === '*' || range === '?') return { from: min, to: max, step: width }
  const [, first = '', last = first] = /^(\w+)(?:-(\w+))?$/.exec(range) ?? []
  const from = readValue(first, kind)
  const to = readValue(last, kind)
  if (from === undefined || to === undefined) return undefined
  // In FRI-SUN, Sunday is the last day.
  return { from, to: to < from ? 7 : to, step: width }
}

function readValue(text: string, { min, max, names = [] }: FieldKind): number | undefined {
  const named = names.indexOf(text.toLowerCase())
  if (named !== -1) return min + named
  if (!/^\d+$/.test(text)) return undefined
  const value = Number(text)
  return value <= max || (names === DAYS && value === 7) ? value : undefined
}

function print(values: readonly number[], { min, max }: FieldKind): string | undefined {
  const [first = 0, second = 0] = values
  const last = values.at(-1) ?? first
  const step = second - first
  const isEven = values.every((value, index) => value === first + index * step)
  if (values.length === 0) return undefined
  if (values.length === max - min + 1) return '*'
  if (values.length > 2 && isEven && step === 1) return `${first}-${last}`
  // Platforms count days of the week from different numbers.
  const isStep = isEven && first === min && last + step > max && max > 6
  if (values.length > 2 && isStep) return `*/${step}`
  return values.join(',')
}

/**
 * Returns the expression in the syntax of Amazon EventBridge: names of days, a year, and `?` for one of the fields of days.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 */
export function toAwsCron(cron: string): string {
  const [minute, hour, day, month, weekday = '*'] = cron.split(' ')
  const names = weekday.replace(/\d/g, (digit) => (DAYS[Number(digit)] ?? digit).toUpperCase())
  return weekday === '*'
    ? `cron(${minute} ${hour} ${day} ${month} ? *)`
    : `cron(${minute} ${hour} ? ${month} ${names} *)`
}
