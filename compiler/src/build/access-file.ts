/**
 * `fw.access.json`: who may call each function. It is committed with the sources, so that a change of access is a diff in
 * review.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import type { AppModel } from '../model.ts'
import { type AccessEntry, listAccess } from './report/access-list.ts'

const ACCESS_FILE = 'fw.access.json'

/** The state of the file; `off` for an app whose configuration doesn't require decisions: it has no file. */
export type AccessFileState = 'off' | 'current' | 'missing' | 'outdated'

/** The result of a comparison of the file with the sources. */
export interface AccessFileCheck {
  readonly state: AccessFileState
  /** One line for each function that was added or removed, and for each changed field. Empty unless `outdated`. */
  readonly differences: readonly string[]
}

/** Compares the file with the sources. Its formatting doesn't matter. */
export async function checkAccessFile(model: AppModel): Promise<AccessFileCheck> {
  if (model.config.access !== 'required') return { state: 'off', differences: [] }
  const text = await readFile(join(model.root, ACCESS_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return { state: 'missing', differences: [] }
  const before = parse(text)
  const now = toContent(listAccess(model))
  if (isDeepStrictEqual(before, now)) return { state: 'current', differences: [] }
  return { state: 'outdated', differences: isRecord(before) ? describeDifferences(before, now) : [] }
}

/** Writes the file, unless it is current. */
export async function writeAccessFile(model: AppModel): Promise<void> {
  const { state } = await checkAccessFile(model)
  if (state === 'off' || state === 'current') return
  const blocks = Object.entries(toContent(listAccess(model))).map(([tool, entry]) => {
    const fields = Object.entries(entry).map(([name, value]) => `    "${name}": ${printValue(value)}`)
    return `  ${JSON.stringify(tool)}: {\n${fields.join(',\n')}\n  }`
  })
  await writeFile(join(model.root, ACCESS_FILE), blocks.length === 0 ? '{}\n' : `{\n${blocks.join(',\n')}\n}\n`)
}

type Fields = Readonly<Record<string, unknown>>

/** The file is edited by hand and by merges, so its entries can have any content. */
function describeDifferences(before: Fields, now: Fields): readonly string[] {
  const tools = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  return tools.flatMap((tool) => {
    const [old, current] = [before[tool], now[tool]]
    if (!isRecord(current)) return `${tool}  was removed`
    if (!isRecord(old)) return `${tool}  was added: access is ${printValue(current.access)}`
    const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
    return names
      .filter((name) => !isDeepStrictEqual(old[name], current[name]))
      .map((name) => `${tool}  ${name} is ${printField(current[name])}, was ${printField(old[name])}`)
  })
}

function printField(value: unknown): string {
  return value === undefined ? 'absent' : printValue(value)
}

/** A list is on one line, so that a diff shows a change of access with little around it. */
function printValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value)
}

function toContent(entries: readonly AccessEntry[]): Readonly<Record<string, Omit<AccessEntry, 'tool'>>> {
  return Object.fromEntries(entries.map(({ tool, ...entry }) => [tool, entry]))
}

/** Returns `undefined` for a file that isn't JSON, such as one with the marks of a merge. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
