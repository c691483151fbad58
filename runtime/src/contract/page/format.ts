/**
 * String formats that validators check (JSON Schema 2020-12, section 7.3, and the formats of OpenAPI that constrain a
 * value). Every value that passes here also passes ajv-formats; where the two differ, this check is stricter, as the RFC
 * is.
 */

import { isUri, isUriReference, isUriTemplate } from '../http/uri-text.ts'
import { isBase64 } from '../schema/base64.ts'
import { isDate, isDateTime, isTime } from '../schema/date-text.ts'

const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*(?:\.[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*)+$/
const HOSTNAME =
  /^(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/
const DURATION = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#$|(?![^/]))/

const FORMATS = {
  'date-time': isDateTime,
  date: isDate,
  time: isTime,
  duration: (text: string) => DURATION.test(text) && !/^P$|T$/.test(text),
  email: isEmail,
  hostname: (text: string) => HOSTNAME.test(text),
  ipv4: (text: string) => IPV4.test(text),
  ipv6: (text: string) => /^[0-9A-Fa-f:.]+$/.test(text) && URL.canParse(`http://[${text}]`),
  uri: isUri,
  'uri-reference': isUriReference,
  'uri-template': isUriTemplate,
  uuid: (text: string) => UUID.test(text),
  regex: isRegex,
  'json-pointer': isPointer,
  'relative-json-pointer': (text: string) => {
    const start = RELATIVE_POINTER.exec(text)?.[0]
    return start !== undefined && isPointer(text.slice(start.length))
  },
  byte: isBase64,
} as const satisfies Record<string, (text: string) => boolean>

function isPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text)
}

/** A format that is checked. */
export type FormatName = keyof typeof FORMATS

/** The formats that are checked. */
export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS)

/** Whether `text` has the format. Returns true for formats that aren't checked. */
export function hasFormat(format: string, text: string): boolean {
  return getFormatCheck(format)(text)
}

/** Returns the check of a format, so that code that checks many values looks it up once. */
export function getFormatCheck(format: string): (text: string) => boolean {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format as FormatName] : () => true
}

/** Internet mail addresses: no quoted names, and a host with a dot. */
function isEmail(text: string): boolean {
  if (text.length > 254 || !EMAIL.test(text)) return false
  // In a shorter address, no label of the host has more than 63 characters.
  return text.length < 66 || HOSTNAME.test(text.slice(text.indexOf('@') + 1))
}

/** Maximum length of a regular expression. It is compiled, which takes superlinear time and stack. */
const MAX_REGEX = 4096

/** Compiles the expression in unicode mode, which JSON Schema requires for patterns. It is never run. */
function isRegex(text: string): boolean {
  if (text.length > MAX_REGEX) return false
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
