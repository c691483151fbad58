/**
 * Analysed files on disk, for the next process. A module is found by the contents of all that it read, so that an old
 * result is never handed out; `index.json` only says what that was.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { LibChoice } from '../program/compiler-options.ts'
import type { ReadFiles } from '../program/read-files.ts'
import { createFileHashes, hashParts } from './file-hashes.ts'
import type { AnalyzedFile, KeyedModule } from './module-cache.ts'

/** What was known when the modules were stored. */
export interface StoredApp {
  /** Absolute paths of files that every module sees without importing them. */
  readonly globals: readonly string[]
}

export interface ModuleStore {
  /** Absent when nothing was stored for this compiler, these options and packages. */
  readonly app: StoredApp | undefined
  /** `full` when they resolved something in a stored module that the lean ones do not know. */
  readonly lib: LibChoice
  /** The module of an api file, when everything that it read is what it was. */
  get(file: string): KeyedModule | undefined
  /** Replaces what is stored. Does nothing when it cannot be written. */
  save(app: StoredApp, modules: ReadonlyMap<string, KeyedModule>): void
}

interface Index extends StoredApp {
  readonly base: string
  readonly lib: LibChoice
  readonly paths: readonly string[]
  readonly modules: Readonly<Record<string, IndexEntry>>
}

interface IndexEntry {
  /** Places in `paths`. */
  readonly files: readonly number[]
  readonly absent: readonly number[]
  readonly dangling: boolean
  readonly lib: LibChoice
}

/** `base` changes with all that is no source. */
export function openModuleStore(root: string, base: string): ModuleStore {
  const folder = join(root, FOLDER)
  const index = readIndex(root, folder, base)
  const hashes = createFileHashes()
  const damaged = new Set<string>()
  return {
    app: index,
    lib: index?.lib ?? 'lean',
    get(file) {
      const entry = index?.modules[file]
      if (index === undefined || entry === undefined) return undefined
      const paths = (places: readonly number[]) => new Set(places.map((place) => index.paths[place] ?? ''))
      const read = { files: paths(entry.files), absent: paths(entry.absent), dangling: entry.dangling }
      const key = moduleKey(root, base, index, entry.lib, read, hashes.of)
      const analyzed = readStoredModule(root, key)
      if (analyzed === undefined) damaged.add(key)
      return analyzed && { analyzed, read, lib: entry.lib, key }
    },
    save(app, modules) {
      try {
        mkdirSync(folder, { recursive: true })
        const present = new Set(readdirSync(folder))
        const kept = new Set([...modules.values()].map(({ key }) => `${key}.json`))
        for (const { key, analyzed } of modules.values())
          if (damaged.delete(key) || !present.has(`${key}.json`))
            writeWhole(join(folder, `${key}.json`), JSON.stringify({ key, analyzed }))
        writeWhole(join(folder, INDEX), JSON.stringify(toIndex(root, base, app, modules)))
        prune(folder, kept)
      } catch {
        // A folder that cannot be written costs the next start its head start, and nothing else.
      }
    },
  }
}

const FOLDER = '.fw/cache/modules'
const INDEX = 'index.json'

/**
 * Changes with everything that a module's types are made of. `hash` is that of the text that was analysed, or of what the
 * disk has now: empty where there is no file.
 */
export function moduleKey(
  root: string,
  base: string,
  app: StoredApp,
  lib: LibChoice,
  read: ReadFiles,
  hash: (file: string) => string,
): string {
  const files = [...new Set([...app.globals, ...read.files, ...read.absent])].sort()
  return hashParts([base, lib, ...files.flatMap((file) => [local(root, file), hash(file)])])
}

/** Relative to the root where it is inside, so that the cache can move with the app. */
function local(root: string, file: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
}

/** A module by its key; undefined when it is not stored, or damaged. */
export function readStoredModule(root: string, key: string): AnalyzedFile | undefined {
  const folder = join(root, FOLDER)
  const stored = readJson<{ readonly key: string; readonly analyzed: AnalyzedFile }>(join(folder, `${key}.json`))
  return stored?.key === key ? stored.analyzed : undefined
}

function toIndex(root: string, base: string, app: StoredApp, modules: ReadonlyMap<string, KeyedModule>): Index {
  const places = new Map<string, number>()
  const getPlace = (path: string): number => {
    const place = places.get(path) ?? places.size
    places.set(path, place)
    return place
  }
  const entries = [...modules].map(([file, { read, lib }]): [string, IndexEntry] => [
    file,
    { files: [...read.files].map(getPlace), absent: [...read.absent].map(getPlace), dangling: read.dangling, lib },
  ])
  const isHelped = [...modules.values()].some(({ lib, analyzed }) => lib === 'full' && !analyzed.wantsFullLib)
  return {
    base,
    lib: isHelped ? 'full' : 'lean',
    globals: app.globals.map((file) => local(root, file)),
    paths: [...places.keys()].map((file) => local(root, file)),
    modules: Object.fromEntries(entries),
  }
}

/** What is no longer named stays for a while: a branch that is switched to and back finds its own. */
function prune(folder: string, kept: ReadonlySet<string>): void {
  const others = readdirSync(folder).filter((name) => name !== INDEX && !kept.has(name))
  if (others.length > kept.size + SPARE) for (const name of others) rmSync(join(folder, name), { force: true })
}

const SPARE = 100

function readIndex(root: string, folder: string, base: string): Index | undefined {
  const index = readJson<Index>(join(folder, INDEX))
  if (index?.base !== base) return undefined
  const absolute = (file: string) => (isAbsolute(file) ? file : `${root}/${file}`)
  return { ...index, globals: index.globals.map(absolute), paths: index.paths.map(absolute) }
}

/** Undefined for a file that is missing or damaged. */
function readJson<T>(file: string): T | undefined {
  try {
    // Written below; another version of the compiler has another `base`.
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Renamed when it is whole, so that a process beside this one never reads half of it. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}
