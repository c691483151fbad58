/** The files of an app: read from disk once, changed in memory, written at the end. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkInside } from './check-inside.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/
/** What other programs write. Folders that begin with a dot are theirs too. */
const GENERATED: ReadonlySet<string> = new Set(['node_modules', 'dist'])

/** What a codemod does to one file. Texts are whole files; a file that was only moved has the same text in both. */
export interface FileChange {
  /** Relative to the app, with `/`. */
  readonly file: string
  /** Where it was, when it has moved. */
  readonly from?: string
  /** Absent for a file that is new. */
  readonly before?: string
  /** Absent for a file that is gone. */
  readonly after?: string
}

/** Texts by path; `undefined` is a file that does not exist. */
export class AppFiles {
  readonly root: string
  readonly scripts: Set<string>
  #texts = new Map<string, string | undefined>()

  constructor(root: string) {
    this.root = root
    this.scripts = new Set(scriptsBelow(root, ''))
  }

  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, readIfThere(join(this.root, path)))
    return this.#texts.get(path)
  }

  write(path: string, text: string): void {
    this.#texts.set(path, text)
    if (SCRIPT.test(path)) this.scripts.add(path)
  }

  remove(path: string): void {
    this.#texts.set(path, undefined)
    this.scripts.delete(path)
  }

  /** Gives files other paths, all at once: `a` may become `b` and `b` become `a`. */
  move(moves: ReadonlyMap<string, string>): void {
    const texts = [...moves].map(([from, to]) => [to, this.read(from)] as const)
    for (const from of moves.keys()) this.remove(from)
    for (const [to, text] of texts) if (text !== undefined) this.write(to, text)
  }

  /** A copy that later changes do not reach. */
  snapshot(): ReadonlyMap<string, string | undefined> {
    return new Map(this.#texts)
  }

  /** What is other than it was in `earlier`, sorted by path; what has moved is one change. */
  changesSince(earlier: ReadonlyMap<string, string | undefined>, moves: ReadonlyMap<string, string>): FileChange[] {
    const origin = new Map([...moves].map(([from, to]) => [to, from]))
    const before = (path: string) => (earlier.has(path) ? earlier.get(path) : readIfThere(join(this.root, path)))
    const changes = [...this.#texts].flatMap(([file, after]): readonly FileChange[] => {
      const from = origin.get(file)
      if (from !== undefined) return [{ file, from, before: before(from), after }]
      if (after === undefined && moves.has(file)) return []
      return before(file) === after ? [] : [{ file, before: before(file), after }]
    })
    return changes.sort((left, right) => (left.file < right.file ? -1 : 1))
  }

  /** Writes what is other than on disk. Throws before the first write if a path leads out of the app. */
  save(): void {
    const changed = [...this.#texts].filter(([path, text]) => text !== readIfThere(join(this.root, path)))
    for (const [path] of changed) checkInside(this.root, path)
    for (const [path, text] of changed) {
      const file = join(this.root, path)
      if (text === undefined) rmSync(file, { force: true })
      else {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
  }
}

/** Links are not followed: what they lead to is no part of the app. */
function scriptsBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return GENERATED.has(entry.name) || entry.name.startsWith('.') ? [] : scriptsBelow(root, path)
    return entry.isFile() && SCRIPT.test(entry.name) ? [path] : []
  })
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException // what node:fs throws
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined
    throw error
  }
}
