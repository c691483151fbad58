/**
 * The hash of a function's contract, which its client stubs carry. It covers everything on which such a client depends.
 * Part of a build's output, so the same contract must have the same hash on every machine and in every build.
 */
import { createHash } from 'node:crypto'
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel, ContractModel } from '../model.ts'

/** Length in characters of base64url: 48 bits. */
const LENGTH = 8

/**
 * Returns the hash of the values that a function and its clients exchange: the schemas of its input and output in their wire
 * form. Names of types, the order of members, descriptions and examples don't change it. Nor do the guard, scopes and
 * `access`, which the server checks at every call. Returns `undefined` while the output hasn't been analyzed.
 *
 * A schema in the source counts with its TypeScript type.
 */
export function hashContract({ input, output }: Pick<ApiModel, 'input' | 'output'>): string | undefined {
  if (input.source === 'pending' || output.source === 'pending') return undefined
  return digest(JSON.stringify([printSide(input), printSide(output)])).slice(0, LENGTH)
}

function printSide(contract: ContractModel): string {
  if (contract.source === 'type') return printSchema(contract.schema)
  return contract.source === 'schema' ? printSchema(contract.declared ?? {}) : ''
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Prints a schema, so that equal schemas are the same text. Each definition gets the hash of its content in place of its
 * name. Definitions refer to each other, so the hashes are computed again until they contain all that they reach.
 */
function printSchema({ $defs = {}, ...root }: JsonSchema): string {
  const definitions = Object.entries($defs)
  let hashes: Readonly<Record<string, string>> = Object.fromEntries(definitions.map(([name]) => [name, '']))
  for (let round = 0; round <= definitions.length; round++)
    hashes = Object.fromEntries(definitions.map(([name, schema]) => [name, digest(print(schema, hashes))]))
  return print(root, hashes)
}

/** Members that describe a schema for readers, and marks for the app's agent. */
const NOTES: ReadonlySet<string> = new Set(['title', 'description', 'deprecated', 'examples', '$comment', '$schema'])

/** Members whose value maps names of the app to schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** Members whose value is a set. */
const SETS: ReadonlySet<string> = new Set(['required', 'enum', 'anyOf', 'oneOf', 'allOf', 'type'])

/** Members whose value is data of the app. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum'])

function print(schema: unknown, hashes: Readonly<Record<string, string>>): string {
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema) ?? 'null'
  if (Array.isArray(schema)) return `[${schema.map((item) => print(item, hashes)).join()}]`
  const members = Object.entries(schema).flatMap(([key, value]): (readonly [string, string])[] => {
    if (NOTES.has(key) || key.startsWith('x-fw-')) return []
    if (key === '$ref') return [[key, JSON.stringify(hashes[String(value).replace('#/$defs/', '')] ?? value ?? null)]]
    const text = MAPS.has(key)
      ? printMap(value, hashes)
      : DATA.has(key)
        ? printData(value, key)
        : printList(key, value, hashes)
    // What remains of a schema that had only notes.
    return key === 'propertyNames' && text === '{}' ? [] : [[key, text]]
  })
  return printMembers(members)
}

function printList(key: string, value: unknown, hashes: Readonly<Record<string, string>>): string {
  if (!SETS.has(key) || !Array.isArray(value)) return print(value, hashes)
  return `[${value
    .map((item) => print(item, hashes))
    .sort()
    .join()}]`
}

function printMap(value: unknown, hashes: Readonly<Record<string, string>>): string {
  return printMembers(Object.entries(Object(value)).map(([name, schema]) => [name, print(schema, hashes)]))
}

/** Prints a value with sorted keys; the values of an `enum` sorted too. */
function printData(value: unknown, key?: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (!Array.isArray(value)) return printMembers(Object.entries(value).map(([name, item]) => [name, printData(item)]))
  const items = value.map((item) => printData(item))
  return `[${(key === 'enum' ? items.sort() : items).join()}]`
}

function printMembers(members: readonly (readonly [name: string, text: string])[]): string {
  const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`
}
