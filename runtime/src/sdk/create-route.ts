/** The request of a function at the address of its own: a path, and the rest of the input as a query or as JSON. */
import { type ApiMethod, readsQuery } from '#contract/http/api-address.ts'
import { isRecord } from '#contract/is-object.ts'
import type { Segment } from '#contract/schema/pattern.ts'
import { decodeSegment } from '#router/decode-path.ts'

/** A request without the headers of the client. */
export interface RouteRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: string
}

/** Longest path with a query: servers and proxies refuse much longer ones. */
const MAX_LENGTH = 8_000

/**
 * Returns a function that creates the request of an input in its wire form. It returns undefined for an input that a path or a
 * query can't express, such as an empty list: the server would read another one.
 */
export function createRoute(method: ApiMethod, segments: readonly Segment[]) {
  return (input: unknown): RouteRequest | undefined => {
    if (!isRecord(input)) return undefined
    const { ...rest } = input
    const parts: string[] = []
    for (const segment of segments) {
      const written = segment.kind === 'static' ? [segment.value] : writeParameter(segment, rest)
      if (written === undefined) return undefined
      parts.push(...written)
    }
    const path = `/${parts.map(encodeURIComponent).join('/')}`
    if (!readsQuery(method)) return { method, path, body: JSON.stringify(rest) }
    const query = new URLSearchParams()
    if (!Object.entries(rest).every(([key, value]) => NAME.test(key) && addFields(query, key, value))) return undefined
    const text = query.toString()
    const whole = text === '' ? path : `${path}?${text}`
    return whole.length > MAX_LENGTH ? undefined : { method, path: whole }
  }
}

/** Removes a parameter from the input, and returns its segments; undefined for a value that no path can have. */
function writeParameter(
  { kind, name }: Exclude<Segment, { readonly kind: 'static' }>,
  rest: Record<string, unknown>,
): readonly string[] | undefined {
  const value = rest[name]
  delete rest[name]
  if (value === undefined && kind === 'optional-rest') return []
  const isText = typeof value === 'string' && kind !== 'param'
  const texts = (isText ? value.split('/') : [value].flat()).map(toText)
  return texts.length > 0 && texts.every(isSegment) ? texts : undefined
}

/** Servers refuse some segments, such as those with an encoded slash. */
function isSegment(text: string | undefined): text is string {
  try {
    return text !== undefined && decodeSegment(encodeURIComponent(text)) === text
  } catch {
    return false
  }
}

/** A name that isn't read as a path into the input. */
const NAME = /^[^.[\]"]+$/

/** Adds the fields of a value. Returns false for a value that the server would read as another one. */
function addFields(query: URLSearchParams, name: string, value: unknown): boolean {
  if (value === undefined) return true
  if (Array.isArray(value)) {
    if (value.length === 0) return false
    const texts = value.map(toText)
    if (texts.every((text) => text !== undefined)) {
      for (const text of texts) query.append(name, text)
      return true
    }
    return value.every((item, index) => isRecord(item) && addFields(query, `${name}[${index}]`, item))
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return (
      entries.length > 0 &&
      entries.every(([key, member]) => addFields(query, `${name}${NAME.test(key) ? `.${key}` : quoteKey(key)}`, member))
    )
  }
  const text = toText(value)
  if (text !== undefined) query.append(name, text)
  return text !== undefined
}

function quoteKey(key: string): string {
  return `[${JSON.stringify(key)}]`
}

/** Returns the text of a value; undefined if the server reads another value from it. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // An empty text counts as absent, and line breaks are changed.
  return typeof value === 'string' && value !== '' && !value.includes('\r') ? value : undefined
}
