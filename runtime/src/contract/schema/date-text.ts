/**
 * Dates and times of RFC 3339. Leap seconds, and a space instead of `T`, are refused, because `new Date` isn't specified to
 * parse them.
 */

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const DAYS: readonly (number | undefined)[] = [undefined, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const days = month === 2 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) ? 28 : DAYS[month]
  return days !== undefined && day >= 1 && day <= days
}

export function isTime(text: string): boolean {
  return TIME.test(text)
}

/** Checks a point in time: date, `T`, time and zone. */
export function isDateTime(text: string): boolean {
  return /^[Tt]$/.test(text.charAt(10)) && isTime(text.slice(11)) && isDate(text.slice(0, 10))
}
