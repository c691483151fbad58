/**
 * Analyzed files on disk, for the next process. A module is found by the contents of all files that it depends on, so
 * that an outdated result is never returned; `index.json` only lists these files.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { LibChoice } from '#program/compiler-options.ts'
import type { ReadFiles } from '#program/read-files.ts'
import { isBelow, join, relative, resolve } from '#slash-path.ts'
import { createMomentaryHashes, hashParts } from '../modules/file-hashes.ts'
import type { AnalyzedFile, StoredFile } from './analyzed-file.ts'

interface KeyedFile extends StoredFile {
  /** Changes with everything that the result depends on. */
  readonly key: string
}

/** Facts about the app when the modules were stored. */
interface StoredApp {
  /** Absolute paths of files that every module sees without importing them. */
  readonly globals: readonly string[]
}

export interface ModuleStore {
  /** Absent if nothing was stored for this compiler, these options and packages. */
  readonly app: StoredApp | undefined
  /** `full` if they resolved a name in a stored module that the lean libraries don't declare. */
  readonly lib: LibChoice
  /** Returns the result for a file, if no file that it depends on has changed. */
  get(id: string): StoredFile | undefined
  /** Replaces the stored modules. Does nothing if they can't be written. */
  save(app: StoredApp, modules: ReadonlyMap<string, KeyedFile>): void
}

interface Index extends StoredApp {
  readonly base: string
  readonly lib: LibChoice
  readonly paths: readonly string[]
  readonly modules: Readonly<Record<string, IndexEntry>>
}

interface IndexEntry {
  /** Indexes in `paths`. */
  readonly files: readonly number[]
  readonly absent: readonly number[]
  readonly dangling: boolean
  readonly lib: LibChoice
}

/** Opens the store. `base` changes with every input that isn't a source. */
export function openModuleStore(root: string, base: string): ModuleStore {
  const folder = join(root, FOLDER)
  const index = readIndex(root, folder, base)
  const hashes = createMomentaryHashes()
  const damaged = new Set<string>()
  return {
    app: index,
    lib: index?.lib ?? 'lean',
    get(id) {
      const entry = index?.modules[id]
      if (index === undefined || entry === undefined) return undefined
      const paths = (places: readonly number[]) => places.map((place) => index.paths[place] ?? '')
      const read = { files: paths(entry.files), absent: paths(entry.absent), dangling: entry.dangling }
      const key = moduleKey(root, base, index, entry.lib, read, hashes.of)
      const analyzed = readStoredModule(root, key)
      if (analyzed === undefined) damaged.add(key)
      return analyzed && { analyzed, read, lib: entry.lib }
    },
    save(app, modules) {
      try {
        mkdirSync(folder, { recursive: true })
        const present = new Set(readdirSync(folder))
        const storedNames = new Set([...modules.values()].map(({ key }) => `${key}.json`))
        for (const { key, analyzed } of modules.values())
          if (damaged.delete(key) || !present.has(`${key}.json`))
            writeWhole(join(folder, `${key}.json`), JSON.stringify({ key, analyzed }))
        writeWhole(join(folder, INDEX), JSON.stringify(toIndex(root, base, app, modules)))
        prune(folder, storedNames)
      } catch {
        // If the folder can't be written, only the next start is slower.
      }
    },
  }
}

const FOLDER = '.fw/cache/modules'
const INDEX = 'index.json'

/**
 * Returns a key that changes with everything that a module's types depend on. `hash` returns the hash of the analyzed
 * content, or of the file on disk: empty if the file doesn't exist.
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
  return hashParts([base, lib, ...files.flatMap((file) => [toLocal(root, file), hash(file)])])
}

/** Paths outside by root: most modules depend on the same ones. */
const outsidePaths = new Map<string, Map<string, string>>()

/** Returns a path relative to the root, so that the cache can move with the app. */
function toLocal(root: string, file: string): string {
  if (isBelow(root, file)) return file.slice(root.length + 1)
  const known = outsidePaths.get(root) ?? new Map<string, string>()
  outsidePaths.set(root, known)
  const path = known.get(file) ?? relative(root, file)
  known.set(file, path)
  return path
}

/** Returns a module by its key, or `undefined` if it isn't stored, or is damaged. */
export function readStoredModule(root: string, key: string): AnalyzedFile | undefined {
  const folder = join(root, FOLDER)
  const stored = readJson<{ readonly key: string; readonly analyzed: AnalyzedFile }>(join(folder, `${key}.json`))
  return stored?.key === key ? stored.analyzed : undefined
}

function toIndex(root: string, base: string, app: StoredApp, modules: ReadonlyMap<string, KeyedFile>): Index {
  const places = new Map<string, number>()
  const getPlace = (path: string): number => {
    const place = places.get(path) ?? places.size
    places.set(path, place)
    return place
  }
  const entries = [...modules].map(([file, { read, lib }]): [string, IndexEntry] => [
    file,
    { files: read.files.map(getPlace), absent: read.absent.map(getPlace), dangling: read.dangling, lib },
  ])
  const isHelped = [...modules.values()].some(({ lib, analyzed }) => lib === 'full' && !analyzed.wantsFullLib)
  return {
    base,
    lib: isHelped ? 'full' : 'lean',
    globals: app.globals.map((file) => toLocal(root, file)),
    paths: [...places.keys()].map((file) => toLocal(root, file)),
    modules: Object.fromEntries(entries),
  }
}

/**
 * Removes old modules. Modules without an entry stay for a while, so that switching branches back and forth finds them.
 */
function prune(folder: string, storedNames: ReadonlySet<string>): void {
  const others = readdirSync(folder).filter((name) => name !== INDEX && !storedNames.has(name))
  if (others.length > storedNames.size + SPARE) for (const name of others) rmSync(join(folder, name), { force: true })
}

const SPARE = 100

function readIndex(root: string, folder: string, base: string): Index | undefined {
  const index = readJson<Index>(join(folder, INDEX))
  if (index?.base !== base) return undefined
  const absolute = (path: string) => (/^\.\.|:/.test(path) ? resolve(root, path) : `${root}/${path}`)
  return { ...index, globals: index.globals.map(absolute), paths: index.paths.map(absolute) }
}

/** Returns `undefined` for a file that is missing or damaged. */
function readJson<T>(file: string): T | undefined {
  try {
    // Written below; another version of the compiler has another `base`.
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Renamed when complete, so that another process never reads a partial file. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}
