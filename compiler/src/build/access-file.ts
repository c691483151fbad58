/**
 * `fw.access.json`: who may call each function. It is committed with the sources, so that a change of access is a diff in
 * review.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { join } from '#slash-path.ts'
import type { AppModel } from '../model.ts'
import { type AccessEntry, listAccess } from './report/access-list.ts'

const ACCESS_FILE = 'fw.access.json'

/** The state of the file; `off` for an app whose configuration doesn't require decisions: it has no file. */
export type AccessFileState = 'off' | 'current' | 'missing' | 'outdated'

/** Compares the file with the sources. Its formatting doesn't matter. */
export async function checkAccessFile(model: AppModel): Promise<AccessFileState> {
  if (model.config.access !== 'required') return 'off'
  const text = await readFile(join(model.root, ACCESS_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return 'missing'
  return isDeepStrictEqual(parse(text), toContent(listAccess(model))) ? 'current' : 'outdated'
}

/** Writes the file, unless it is current. */
export async function writeAccessFile(model: AppModel): Promise<void> {
  const state = await checkAccessFile(model)
  if (state === 'off' || state === 'current') return
  const blocks = Object.entries(toContent(listAccess(model))).map(([tool, entry]) => {
    const fields = Object.entries(entry).map(([name, value]) => `    "${name}": ${printValue(value)}`)
    return `  ${JSON.stringify(tool)}: {\n${fields.join(',\n')}\n  }`
  })
  await writeFile(join(model.root, ACCESS_FILE), blocks.length === 0 ? '{}\n' : `{\n${blocks.join(',\n')}\n}\n`)
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
