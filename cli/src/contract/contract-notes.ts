/**
 * `fw.contract.notes.json`: the reasons for breaking changes. A note is for one change of one function, made to one version
 * of its contract: after that change has been merged, it excuses no other one.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract, ContractChange } from '@fw/compiler'
import { isRecord, tryParseJson } from '@fw/runtime/contract'
import { CliError } from '../cli-error.ts'

/** Name of the file, in the app's root. */
export const NOTES_FILE = 'fw.contract.notes.json'

/** The reason for a breaking change. */
export interface ContractNote {
  readonly function: string
  /** The change as `fw verify --against` prints it: `input.limit maximum is 50, was 100`. */
  readonly change: string
  /** Hash of the function's contract before the change. */
  readonly base: string
  readonly note: string
}

/** Returns the notes; none without the file. Throws a `CliError` if it is malformed. */
export function readNotes(root: string): readonly ContractNote[] {
  const file = join(root, NOTES_FILE)
  if (!existsSync(file)) return []
  const parsed = tryParseJson(readFileSync(file, 'utf8'))
  if (Array.isArray(parsed) && parsed.every(isNote)) return parsed
  throw new CliError({
    code: 'bad_notes',
    title: `${NOTES_FILE} is not a list of notes.`,
    fix: 'Each note has "function", "change", "base" and "note", which are strings. fw verify --against --note writes them.',
  })
}

/** Writes the notes, ordered by function and change. */
export function writeNotes(root: string, notes: readonly ContractNote[]): void {
  const key = (one: ContractNote) => `${one.function}\n${one.change}\n${one.base}`
  const sorted = [...notes].sort((one, other) => (key(one) < key(other) ? -1 : 1))
  const lines = sorted.map(({ function: name, change, base, note }) =>
    JSON.stringify({ function: name, change, base, note }, undefined, 2),
  )
  writeFileSync(join(root, NOTES_FILE), `[\n${lines.join(',\n').replace(/^/gm, '  ')}\n]\n`)
}

/** Returns the text that identifies a change of a function. */
export function describeChange({ path, message }: ContractChange): string {
  return path === undefined ? message : `${path} ${message}`
}

/** Returns the hash of a function's contract in the base. */
export function hashEntry(contract: Contract, name: string): string {
  return createHash('sha256').update(canonicalize(contract[name])).digest('hex').slice(0, 12)
}

/** Returns JSON with sorted keys: the hash doesn't depend on the order in the file. */
function canonicalize(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )
}

function isNote(value: unknown): value is ContractNote {
  if (!isRecord(value)) return false
  return ['function', 'change', 'base', 'note'].every((name) => typeof value[name] === 'string' && value[name] !== '')
}
