/**
 * Reads a tool's input from the arguments of `fw run <tool> --flag …`, by its JSON Schema. Parses numbers, booleans and
 * JSON. The pipeline reports missing and out-of-range values.
 */
import { type JsonSchema, tryParseJson } from '@fw/runtime/contract'
import { CliError } from './cli-error.ts'

type FlagKind = 'string' | 'number' | 'boolean' | 'enum' | 'json' | 'any'

export interface Flag {
  /** Property name of the input. */
  readonly property: string
  /** Primary spelling: kebab-case, without `--`. */
  readonly name: string
  readonly kind: FlagKind
  /** Members of an enum. */
  readonly members: readonly unknown[]
  readonly nullable: boolean
  readonly required: boolean
  readonly description: string | undefined
}

/** Returns one flag per declared property, in the order of the schema. */
export function listFlags(schema: JsonSchema): readonly Flag[] {
  const flags = new Map<string, Flag>()
  for (const branch of objectBranches(schema, schema)) {
    for (const [property, raw] of Object.entries(branch.properties ?? {})) {
      const flag = toFlag(property, raw, schema, branch.required?.includes(property) ?? false)
      const before = flags.get(property)
      flags.set(property, before === undefined ? flag : mergeFlags(before, flag))
    }
  }
  return [...flags.values()]
}

/** Resolves a written value to its content: the value itself, the content of a file, or stdin. */
export type ReadText = (flag: string, written: string) => string | Promise<string>

/** Reads the input from `args`. Rejects with `CliError` `bad_argument` for an undeclared flag or an invalid value. */
export async function parseFlags(
  schema: JsonSchema,
  args: readonly string[],
  readText: ReadText = (_flag, written) => written,
): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = []
  // Check all flags before any value is read, so that a misspelled flag doesn't wait for stdin.
  for (const { flag, name, written } of pairFlags(schema, args)) {
    // A value that is an enum member is used literally, even if it begins with `@` or `-`.
    const isMember = flag.kind === 'enum' && flag.members.some((member) => String(member) === written)
    const text = written === undefined || isMember ? written : await readText(name, written)
    entries.push([flag.property, readValue(flag, name, text)])
  }
  return Object.fromEntries(entries)
}

interface WrittenFlag {
  readonly flag: Flag
  /** Spelling in the arguments, without `--`. */
  readonly name: string
  /** Absent for a bare flag. */
  readonly written: string | undefined
}

function pairFlags(schema: JsonSchema, args: readonly string[]): readonly WrittenFlag[] {
  const flags = listFlags(schema)
  const byName = new Map<string, Flag>()
  for (const flag of flags) byName.set(flag.name, flag)
  // An exact property name takes precedence over the kebab form of another one.
  for (const flag of flags) byName.set(flag.property, flag)
  const pairs = new Map<string, WrittenFlag>()
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    const [name, attached] = splitFlag(argument)
    const flag = byName.get(name)
    if (flag === undefined) throw createUndeclaredFlagError(argument, name, flags)
    if (pairs.has(flag.property))
      throw createArgumentError(
        `--${name} is given twice.`,
        flag.kind === 'json' ? `Write the whole value once, as JSON: --${name} '["a", "b"]'.` : undefined,
      )
    const next = attached ?? args[index + 1]
    const takes = attached === undefined && takesNext(flag, next)
    if (takes) index += 1
    pairs.set(flag.property, { flag, name, written: attached ?? (takes ? next : undefined) })
  }
  return [...pairs.values()]
}

/** Converts a property name to `kebab-case`. */
export function kebab(property: string): string {
  return property
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

function splitFlag(argument: string): readonly [name: string, attached: string | undefined] {
  if (!argument.startsWith('--') || argument === '--')
    throw createArgumentError(`"${argument}" is not a flag.`, 'Pass values as flags: --name value.')
  const at = argument.indexOf('=')
  return at === -1 ? [argument.slice(2), undefined] : [argument.slice(2, at), argument.slice(at + 1)]
}

function takesNext(flag: Flag, next: string | undefined): next is string {
  if (next === undefined) return false
  if (flag.kind === 'boolean') return next === 'true' || next === 'false' || (flag.nullable && next === 'null')
  return !next.startsWith('--')
}

function readValue(flag: Flag, name: string, given: string | undefined): unknown {
  // Files end with a line break, which is significant only in strings.
  const text = flag.kind === 'string' || flag.kind === 'any' ? given : given?.replace(/\r?\n$/, '')
  if (flag.kind === 'boolean' && text === undefined) return true
  if (text === undefined)
    throw createArgumentError(`--${name} needs a value.`, `Write --${name}=<value> if it begins with "--".`)
  if (text === 'null' && flag.nullable && flag.kind !== 'string') return null
  switch (flag.kind) {
    case 'string':
      return text
    case 'number':
      return readNumber(name, text)
    case 'boolean':
      if (text !== 'true' && text !== 'false')
        throw createArgumentError(`--${name} must be true or false, got "${text}".`)
      return text === 'true'
    case 'enum':
      return readMember(flag, name, text)
    case 'json':
      return readJson(name, text)
    case 'any':
      // A union: as JSON if it is valid JSON, else as a string.
      return tryParseJson(text, text)
  }
}

function readNumber(name: string, text: string): number {
  const value = Number(text)
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) || !Number.isFinite(value))
    throw createArgumentError(`--${name} must be a number, got "${text}".`)
  return value
}

function readMember(flag: Flag, name: string, text: string): unknown {
  const found = flag.members.find((member) => String(member) === text)
  if (found === undefined) throw createArgumentError(`--${name} must be one of ${membersText(flag)}, got "${text}".`)
  return found
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${(error as SyntaxError).message})` : text
    throw createArgumentError(`--${name} must be valid JSON, got ${shown}`, `In a shell, quote it: --${name} '[1, 2]'.`)
  }
}

/** Maximum number of characters of an invalid value in a message. */
const SHOWN = 200

/** Lists the members of an enum for help and errors. */
export function membersText(flag: Flag): string {
  return flag.members.map((member) => String(member)).join(', ')
}

function toFlag(property: string, raw: JsonSchema, root: JsonSchema, required: boolean): Flag {
  const parts = alternatives(raw, root)
  const nullable = parts.some((part) => part.type === 'null' || part.const === null || part.enum?.includes(null))
  const values = parts.filter((part) => part.type !== 'null' && part.const !== null)
  const kinds = new Set(values.map(getKind))
  const kind = kinds.size === 1 ? ([...kinds][0] ?? 'any') : 'any'
  const members = kind === 'enum' ? values.flatMap(listMembers).filter((member) => member !== null) : []
  const description = raw.description ?? values.find((part) => part.description !== undefined)?.description
  return { property, name: kebab(property), kind, members, nullable, required, description }
}

/** Merges a property that several branches of a union declare. It is required only if all branches require it. */
function mergeFlags(one: Flag, other: Flag): Flag {
  const same = one.kind === other.kind
  return {
    ...one,
    kind: same ? one.kind : 'any',
    members: same ? [...new Set([...one.members, ...other.members])] : [],
    nullable: one.nullable || other.nullable,
    required: one.required && other.required,
    description: one.description ?? other.description,
  }
}

function getKind(schema: JsonSchema): FlagKind {
  if (schema.enum !== undefined || schema.const !== undefined) return 'enum'
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
    case 'object':
      return 'json'
    default:
      return schema.properties === undefined ? 'any' : 'json'
  }
}

function listMembers(schema: JsonSchema): readonly unknown[] {
  return schema.enum ?? [schema.const]
}

/** Returns the alternative schemas of a value. Expands unions and type lists, and resolves references. */
function alternatives(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  const target = resolveRef(schema, root)
  const union = target.anyOf ?? target.oneOf
  // Stop at a recursive union: it adds no more information about flags.
  if (union !== undefined && depth < 8) return union.flatMap((part) => alternatives(part, root, depth + 1))
  if (Array.isArray(target.type)) return target.type.map((type) => ({ ...target, type }))
  return [target]
}

/** Returns the object schemas of the input: the root, or the branches of a union or intersection at the root. */
function objectBranches(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  const target = resolveRef(schema, root)
  const parts = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  const own = target.properties === undefined ? [] : [target]
  return depth < 8 ? [...own, ...parts.flatMap((part) => objectBranches(part, root, depth + 1))] : own
}

function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema
  for (let hops = 0; hops < 8 && target.$ref?.startsWith('#/$defs/'); hops += 1) {
    const name = decodeURIComponent(target.$ref.slice('#/$defs/'.length)).replaceAll('~1', '/').replaceAll('~0', '~')
    const found = root.$defs?.[name]
    if (found === undefined) return target
    target = { ...found, ...(schema.description === undefined ? {} : { description: schema.description }) }
  }
  return target
}

function createUndeclaredFlagError(argument: string, name: string, flags: readonly Flag[]): CliError {
  const known = flags.map((flag) => `--${flag.name}`).join(', ')
  const fix = flags.length === 0 ? 'This tool has no input.' : `Available flags: ${known}.`
  return createArgumentError(
    `The tool has no flag --${name}${argument.startsWith('--no-') ? '; for false write --flag false' : ''}.`,
    fix,
  )
}

function createArgumentError(title: string, fix?: string): CliError {
  return new CliError({ code: 'bad_argument', title, fix })
}
