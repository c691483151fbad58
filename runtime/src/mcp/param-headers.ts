/**
 * Parameters of tools that clients repeat in headers `Mcp-Param-<name>` (`x-mcp-header`, revision 2026-07-28), so that a
 * gateway can route calls without their body.
 */
import { isRecord } from '#contract/is-object.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { mapSchema } from '#wire/map-schema.ts'
import { decodeHeaderValue } from './header-value.ts'
import { PARAM_HEADER } from './protocol.ts'

const KEYWORD = 'x-mcp-header'
/** A token of RFC 9110. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']

type AnnotatedSchema = JsonSchema & { readonly [KEYWORD]?: unknown }

interface ParamHeader {
  /** Names of the members that lead to the parameter. */
  readonly path: readonly string[]
  /** Name of the header behind `Mcp-Param-`. */
  readonly header: string
}

/** The headers of a tool's parameters. */
export interface ParamHeaders {
  /** The input schema with valid annotations only. */
  readonly input: JsonSchema
  readonly headers: readonly ParamHeader[]
  /** Why the annotations aren't valid, as the end of a sentence. The tool then has none, because clients would drop it. */
  readonly problem?: string
}

/**
 * Finds the parameters that clients repeat in headers.
 *
 * @param named Names of headers by the names of parameters, from the option `headers`.
 */
export function findParamHeaders(input: JsonSchema, named: Readonly<Record<string, string>> = {}): ParamHeaders {
  const missing = Object.keys(named).find((name) => !Object.hasOwn(input.properties ?? {}, name))
  const annotated = addNames(input, named)
  const headers = listHeaders(annotated, [])
  const problem =
    missing === undefined
      ? findProblem(annotated, headers)
      : `has no parameter ${JSON.stringify(missing)} for a header.`
  if (problem !== undefined) return { input: removeAnnotations(input), headers: [], problem }
  return { input: annotated, headers: headers.map(({ path, header }) => ({ path, header: String(header) })) }
}

function addNames(input: JsonSchema, named: Readonly<Record<string, string>>): JsonSchema {
  if (Object.keys(named).length === 0) return input
  const properties = Object.entries(input.properties ?? {}).map(([name, part]) => [
    name,
    Object.hasOwn(named, name) ? { ...part, [KEYWORD]: named[name] } : part,
  ])
  return { ...input, properties: Object.fromEntries(properties) }
}

interface Annotation {
  readonly path: readonly string[]
  readonly header: unknown
  readonly type: unknown
}

/** Lists the annotations that are reachable through members only. */
function listHeaders(schema: AnnotatedSchema, path: readonly string[]): readonly Annotation[] {
  const own = KEYWORD in schema && path.length > 0 ? [{ path, header: schema[KEYWORD], type: schema.type }] : []
  const members = Object.entries(schema.properties ?? {})
  return [...own, ...members.flatMap(([name, member]) => listHeaders(member, [...path, name]))]
}

/** Clients drop a tool that violates one of these rules of the specification. */
function findProblem(annotated: JsonSchema, headers: readonly Annotation[]): string | undefined {
  let count = 0
  mapSchema(annotated, (part) => {
    if (KEYWORD in part) count += 1
    return part
  })
  if (count > headers.length) return 'has a header for a value that is not a member of an object, or is in a union.'
  const seen = new Set<string>()
  for (const { path, header, type } of headers) {
    const name = JSON.stringify(path.join('.'))
    if (typeof header !== 'string' || !TOKEN.test(header))
      return `has an invalid name of a header for the parameter ${name}. Use letters, digits and "-".`
    if (!TYPES.includes(type))
      return `has a header for the parameter ${name}, which must be a string, an integer or a boolean.`
    if (seen.has(header.toLowerCase())) return `has two parameters with the header "${header}".`
    seen.add(header.toLowerCase())
  }
  return undefined
}

/** Returns the schema without names of headers. */
export function removeAnnotations(input: JsonSchema): JsonSchema {
  return mapSchema(input, (part) => {
    if (!(KEYWORD in part)) return part
    const { [KEYWORD]: _, ...rest } = part as AnnotatedSchema
    return rest
  })
}

/** A header that differs from the body. */
interface ParamMismatch {
  readonly name: string
  readonly stated: string | undefined
  readonly body: unknown
}

/** Returns the first header that differs from the call's input. */
export function findParamMismatch(
  headers: readonly ParamHeader[],
  input: Readonly<Record<string, unknown>>,
  readHeader: (name: string) => string | undefined,
): ParamMismatch | undefined {
  for (const { path, header } of headers) {
    const stated = readHeader(`${PARAM_HEADER}${header.toLowerCase()}`)
    const body = readValue(input, path)
    if (!isSame(stated, body)) return { name: `Mcp-Param-${header}`, stated, body }
  }
  return undefined
}

function readValue(input: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return input
  return isRecord(input) && Object.hasOwn(input, name) ? readValue(input[name], rest) : undefined
}

/** A client sends no header for an absent value, for null, and for a value of another type. */
function isSame(stated: string | undefined, body: unknown): boolean {
  const value = decodeHeaderValue(stated)
  if (typeof body === 'string') return value === body
  if (typeof body === 'boolean') return value === String(body)
  if (typeof body === 'number' && (!Number.isInteger(body) || Number.isSafeInteger(body)))
    return value !== undefined && DECIMAL.test(value) && Number(value) === body
  return stated === undefined
}
