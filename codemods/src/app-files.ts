/** Files of an app, read from disk once, changed in memory, and written at the end. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkInside } from './check-inside.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/
/** Folders with generated files. Folders that begin with a dot are skipped too. */
const GENERATED: ReadonlySet<string> = new Set(['node_modules', 'dist'])

/** Change of one file. `before` and `after` are whole files; a file that only moved has the same content in both. */
export interface FileChange {
  /** Path relative to the app, with `/`. */
  readonly file: string
  /** Earlier path, if the file has moved. */
  readonly from?: string
  /** Absent for a new file. */
  readonly before?: string
  /** Absent for a deleted file. */
  readonly after?: string
}

/** Contents by path. `undefined` marks a file that doesn't exist. */
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

  /** Renames files simultaneously: `a` may become `b` while `b` becomes `a`. */
  move(moves: ReadonlyMap<string, string>): void {
    const texts = [...moves].map(([from, to]) => [to, this.read(from)] as const)
    for (const from of moves.keys()) this.remove(from)
    for (const [to, text] of texts) if (text !== undefined) this.write(to, text)
  }

  /** Returns a copy that later changes don't affect. */
  snapshot(): ReadonlyMap<string, string | undefined> {
    return new Map(this.#texts)
  }

  /** Returns the differences from `earlier`, sorted by path. A moved file is one change. */
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

  /** Writes the changed files to disk. Throws before the first write if a path is outside the app. */
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

/** Lists the files. Links aren't followed, because their targets aren't part of the app. */
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
    const { code = '' } = error as NodeJS.ErrnoException // node:fs throws nothing else
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined
    throw error
  }
}
