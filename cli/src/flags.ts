/**
 * `fw run <tool> --flag …`: a tool's input from command-line arguments, by its JSON Schema (spec: run rules, 2).
 * Reads numbers, booleans and JSON; what is missing or out of range is for the pipeline to say.
 */
import type { JsonSchema } from '@fw/runtime/contract'
import { CliError } from './fail.ts'

export type FlagKind = 'string' | 'number' | 'boolean' | 'enum' | 'json' | 'any'

export interface Flag {
  /** Property name of the input. */
  readonly property: string
  /** How it is written first: kebab-case, without `--`. */
  readonly name: string
  readonly kind: FlagKind
  /** Members of an enum. */
  readonly members: readonly unknown[]
  readonly nullable: boolean
  readonly required: boolean
  readonly description: string | undefined
}

/** One flag per declared property, in the order of the schema. */
export function flagsOf(schema: JsonSchema): readonly Flag[] {
  const flags = new Map<string, Flag>()
  for (const branch of objectBranches(schema, schema)) {
    for (const [property, raw] of Object.entries(branch.properties ?? {})) {
      const flag = toFlag(property, raw, schema, branch.required?.includes(property) ?? false)
      const before = flags.get(property)
      flags.set(property, before === undefined ? flag : merged(before, flag))
    }
  }
  return [...flags.values()]
}

/** A value as it was written, and the text that it stands for: itself, or that of a file or of what is piped in. */
export type ReadText = (flag: string, written: string) => string | Promise<string>

/** The input that `args` spell. Rejects with `CliError` `bad_argument` for anything undeclared or unreadable. */
export async function parseFlags(
  schema: JsonSchema,
  args: readonly string[],
  readText: ReadText = (_flag, written) => written,
): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = []
  // All of them are known before the first is read: a misspelled flag waits for no input.
  for (const { flag, name, written } of pairFlags(schema, args)) {
    // A member is meant wherever it could be; `@` and `-` may be its first letter.
    const isMember = flag.kind === 'enum' && flag.members.some((member) => String(member) === written)
    const text = written === undefined || isMember ? written : await readText(name, written)
    entries.push([flag.property, readValue(flag, name, text)])
  }
  return Object.fromEntries(entries)
}

interface WrittenFlag {
  readonly flag: Flag
  /** As it was spelled, without `--`. */
  readonly name: string
  /** Absent for a bare flag. */
  readonly written: string | undefined
}

function pairFlags(schema: JsonSchema, args: readonly string[]): readonly WrittenFlag[] {
  const flags = flagsOf(schema)
  const byName = new Map<string, Flag>()
  for (const flag of flags) byName.set(flag.name, flag)
  // An exact property name wins over the kebab form of another.
  for (const flag of flags) byName.set(flag.property, flag)
  const pairs = new Map<string, WrittenFlag>()
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    const [name, attached] = splitFlag(argument)
    const flag = byName.get(name)
    if (flag === undefined) throw undeclared(argument, name, flags)
    if (pairs.has(flag.property)) throw badArgument(`--${name} is given twice.`)
    const next = attached ?? args[index + 1]
    const takes = attached === undefined && takesNext(flag, next)
    if (takes) index += 1
    pairs.set(flag.property, { flag, name, written: attached ?? (takes ? next : undefined) })
  }
  return [...pairs.values()]
}

/** `kebab-case` of a property name. */
export function kebab(property: string): string {
  return property
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

function splitFlag(argument: string): readonly [name: string, attached: string | undefined] {
  if (!argument.startsWith('--') || argument === '--')
    throw badArgument(`"${argument}" is not a flag.`, 'Write every value behind its flag, as --name value.')
  const at = argument.indexOf('=')
  return at === -1 ? [argument.slice(2), undefined] : [argument.slice(2, at), argument.slice(at + 1)]
}

function takesNext(flag: Flag, next: string | undefined): next is string {
  if (next === undefined) return false
  if (flag.kind === 'boolean') return next === 'true' || next === 'false' || (flag.nullable && next === 'null')
  return !next.startsWith('--')
}

function readValue(flag: Flag, name: string, given: string | undefined): unknown {
  // Files end with a line break, which is a part of texts alone.
  const text = flag.kind === 'string' || flag.kind === 'any' ? given : given?.replace(/\r?\n$/, '')
  if (flag.kind === 'boolean' && text === undefined) return true
  if (text === undefined)
    throw badArgument(`--${name} needs a value.`, `Write --${name}=<value> if it begins with "--".`)
  if (text === 'null' && flag.nullable && flag.kind !== 'string') return null
  switch (flag.kind) {
    case 'string':
      return text
    case 'number':
      return readNumber(name, text)
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw badArgument(`--${name} is true or false, not "${text}".`)
      return text === 'true'
    case 'enum':
      return readMember(flag, name, text)
    case 'json':
      return readJson(name, text)
    case 'any':
      return readAny(text)
  }
}

function readNumber(name: string, text: string): number {
  const value = Number(text)
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) || !Number.isFinite(value))
    throw badArgument(`--${name} takes a number, not "${text}".`)
  return value
}

function readMember(flag: Flag, name: string, text: string): unknown {
  const found = flag.members.find((member) => String(member) === text)
  if (found === undefined) throw badArgument(`--${name} is one of ${membersText(flag)}, not "${text}".`)
  return found
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${(error as SyntaxError).message})` : text
    throw badArgument(`--${name} takes JSON, and this is not: ${shown}`, `In a shell, quote it: --${name} '[1, 2]'.`)
  }
}

/** Characters of a wrong value that are shown. */
const SHOWN = 200

/** A union of kinds: JSON where it is JSON, else the text as it stands. */
function readAny(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The members of an enum as help and errors show them. */
export function membersText(flag: Flag): string {
  return flag.members.map((member) => String(member)).join(', ')
}

function toFlag(property: string, raw: JsonSchema, root: JsonSchema, required: boolean): Flag {
  const parts = alternatives(raw, root)
  const nullable = parts.some((part) => part.type === 'null' || part.const === null || part.enum?.includes(null))
  const values = parts.filter((part) => part.type !== 'null' && part.const !== null)
  const kinds = new Set(values.map(kindOf))
  const kind = kinds.size === 1 ? ([...kinds][0] ?? 'any') : 'any'
  const members = kind === 'enum' ? values.flatMap(membersOf).filter((member) => member !== null) : []
  const description = raw.description ?? values.find((part) => part.description !== undefined)?.description
  return { property, name: kebab(property), kind, members, nullable, required, description }
}

/** A property that several branches of a union declare: required only if all say so, and of one kind or any. */
function merged(one: Flag, other: Flag): Flag {
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

function kindOf(schema: JsonSchema): FlagKind {
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

function membersOf(schema: JsonSchema): readonly unknown[] {
  return schema.enum ?? [schema.const]
}

/** The schemas of which a value may be any: unions and type lists taken apart, references followed. */
function alternatives(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  const target = resolved(schema, root)
  const union = target.anyOf ?? target.oneOf
  // A union of unions of … that refers to itself has no more to say about flags.
  if (union !== undefined && depth < 8) return union.flatMap((part) => alternatives(part, root, depth + 1))
  if (Array.isArray(target.type)) return target.type.map((type) => ({ ...target, type }))
  return [target]
}

/** The objects that the input may be: the root, or the branches of a union or intersection at the root. */
function objectBranches(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  const target = resolved(schema, root)
  const parts = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  const own = target.properties === undefined ? [] : [target]
  return depth < 8 ? [...own, ...parts.flatMap((part) => objectBranches(part, root, depth + 1))] : own
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema
  for (let hops = 0; hops < 8 && target.$ref?.startsWith('#/$defs/'); hops += 1) {
    const name = decodeURIComponent(target.$ref.slice('#/$defs/'.length)).replaceAll('~1', '/').replaceAll('~0', '~')
    const found = root.$defs?.[name]
    if (found === undefined) return target
    target = { ...found, ...(schema.description === undefined ? {} : { description: schema.description }) }
  }
  return target
}

function undeclared(argument: string, name: string, flags: readonly Flag[]): CliError {
  const known = flags.map((flag) => `--${flag.name}`).join(', ')
  const fix = flags.length === 0 ? 'This tool takes no input.' : `It takes ${known}.`
  return badArgument(
    `The tool has no flag --${name}${argument.startsWith('--no-') ? '; for false write --flag false' : ''}.`,
    fix,
  )
}

function badArgument(title: string, fix?: string): CliError {
  return new CliError({ code: 'bad_argument', title, fix })
}
