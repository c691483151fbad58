/** String formats that validators check (JSON Schema 2020-12, section 7.3). Other format names only describe. */

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const EMAIL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(.+)$/
const HOSTNAME =
  /^(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/
const DURATION = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

const FORMATS = {
  'date-time': isDateTime,
  date: isDate,
  time: (text: string) => TIME.test(text),
  duration: (text: string) => DURATION.test(text) && !/^P$|T$/.test(text),
  email: (text: string) => text.length <= 254 && HOSTNAME.test(EMAIL.exec(text)?.[1] ?? ''),
  hostname: (text: string) => HOSTNAME.test(text),
  ipv4: (text: string) => IPV4.test(text),
  ipv6: (text: string) => /^[0-9A-Fa-f:.]+$/.test(text) && URL.canParse(`http://[${text}]`),
  uri: (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/.test(text) && URL.canParse(text),
  uuid: (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
} as const satisfies Record<string, (text: string) => boolean>

/** A format that is checked. */
export type FormatName = keyof typeof FORMATS

/** Whether `text` has the format; true for a format that nobody checks. */
export function hasFormat(format: string, text: string): boolean {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format as FormatName](text) : true
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const days = month === 2 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) ? 28 : DAYS[month]
  return days !== undefined && day >= 1 && day <= days
}

const DAYS: readonly (number | undefined)[] = [undefined, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Without leap seconds: a `Date` cannot hold them. */
function isDateTime(text: string): boolean {
  const found = DATE_TIME.exec(text)
  if (found === null) return false
  const [, date = '', hour, minute, second, zoneHour = '0', zoneMinute = '0'] = found
  return (
    isDate(date) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(zoneHour) < 24 &&
    Number(zoneMinute) < 60
  )
}
