/** Compiled components on disk, by content: Babel is the most expensive step of a build and most files don't change. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { MODULES_FOLDER } from '#own-folder.ts'
import { join } from '#slash-path.ts'

export interface JsxCache {
  /**
   * Returns the stored result of `make`, or a new one. `parts` is everything that the result depends on beside the
   * compiler.
   */
  through<T>(parts: readonly string[], make: () => Promise<T> | T): Promise<T>
}

interface JsxCacheOptions {
  /**
   * Size limit of the folder in bytes. Beyond it, the least recently used entries are removed until half is left.
   *
   * @default 64 MB
   */
  readonly maxBytes?: number
  /**
   * Returns the version of everything that compiles, beside the app's own parts: different versions never share an
   * entry.
   *
   * @default this compiler and its presets
   */
  readonly version?: () => Promise<string>
}

/** Creates a cache in `dir`. A file that can't be read or parsed counts as missing; a failing write is ignored. */
export function createJsxCache(dir: string, options: JsxCacheOptions = {}): JsxCache {
  const { maxBytes = 64 * 1024 * 1024, version: readVersion = compilerVersion } = options
  let version: Promise<string> | undefined
  let folder: Promise<Room> | undefined
  return {
    async through<T>(parts: readonly string[], make: () => Promise<T> | T): Promise<T> {
      version ??= readVersion()
      const hash = createHash('sha256')
      for (const part of [await version, ...parts]) hash.update(`${part.length}:${part}`)
      const file = join(dir, `${hash.digest('hex').slice(0, 32)}.json`)
      const stored = await readFile(file, 'utf8').then(parseStored<T>, () => undefined)
      if (stored !== undefined) {
        await touch(file)
        return stored.result
      }
      const result = await make()
      folder ??= openRoom(dir, maxBytes)
      await folder.then((room) => room.store(file, result)).catch(() => undefined)
      return result
    },
  }
}

/** Packages whose output is stored. */
const PRESETS = ['@babel/core', '@babel/preset-typescript', 'babel-preset-solid']

/** Hashes the compiler's files and presets, so that an upgrade never serves the output of an earlier version. */
async function compilerVersion(): Promise<string> {
  const folder = `${MODULES_FOLDER}jsx`
  const names = (await readdir(folder)).sort()
  const states = await Promise.all(names.map((name) => stat(join(folder, name))))
  const files = names.map((name, index) => `${name} ${states[index]?.size} ${states[index]?.mtimeMs}`)
  return [...files, ...presetVersions()].join('\n')
}

/**
 * Returns name and version of each package that compiles JSX, as installed; the last is a dependency of Solid's preset.
 */
export function presetVersions(): readonly string[] {
  const own = createRequire(import.meta.url)
  const ofPreset = createRequire(own.resolve('babel-preset-solid/package.json'))
  return [
    ...PRESETS.map((name) => readPackageVersion(own, name)),
    readPackageVersion(ofPreset, 'babel-plugin-jsx-dom-expressions'),
  ]
}

function readPackageVersion(require: NodeJS.Require, name: string): string {
  const { version } = require(`${name}/package.json`) as { version: string } // every package.json has one
  return `${name}@${version}`
}

function parseStored<T>(text: string): { result: T } | undefined {
  try {
    // Written below by the same `make`: the hash covers everything that could change its type.
    return JSON.parse(text) as { result: T }
  } catch {
    return undefined
  }
}

/** One day: age after which an entry's time of use is updated. */
const FRESH_MS = 24 * 60 * 60 * 1000

/** Stores the time of use of an entry as its modification time. */
async function touch(file: string): Promise<void> {
  const now = Date.now()
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }))
  if (now - mtimeMs > FRESH_MS) await utimes(file, now / 1000, now / 1000).catch(() => undefined)
}

interface Room {
  store(file: string, result: unknown): Promise<void>
}

/** Opens the folder with its size, which is counted once and then kept up to date. */
async function openRoom(dir: string, maxBytes: number): Promise<Room> {
  await mkdir(dir, { recursive: true })
  let bytes = (await listEntries(dir)).reduce((sum, { size }) => sum + size, 0)
  let sweeping: Promise<void> | undefined
  return {
    async store(file, result) {
      const text = JSON.stringify({ result })
      await writeWhole(file, text)
      bytes += Buffer.byteLength(text)
      if (bytes <= maxBytes) return
      sweeping ??= sweep(dir, maxBytes / 2, file)
        .then((left) => {
          bytes = left
        })
        .finally(() => {
          sweeping = undefined
        })
      await sweeping
    },
  }
}

/** Removes the least recently used entries until `target` bytes are left; returns the remaining size. */
async function sweep(dir: string, target: number, newest: string): Promise<number> {
  // File times are coarser than the clock: a new file may seem older than one that was touched before.
  const age = ({ file, usedAt }: { readonly file: string; readonly usedAt: number }) =>
    file === newest ? Number.POSITIVE_INFINITY : usedAt
  const entries = (await listEntries(dir)).sort((left, right) => (age(left) < age(right) ? -1 : 1))
  let bytes = entries.reduce((sum, { size }) => sum + size, 0)
  for (const { file, size } of entries) {
    if (bytes <= target) break
    await rm(file, { force: true })
    bytes -= size
  }
  return bytes
}

async function listEntries(dir: string) {
  const names = await readdir(dir)
  const entries = await Promise.all(
    names.map(async (name) => {
      const file = join(dir, name)
      // Another process may have removed it.
      const state = await stat(file).catch(() => undefined)
      return state === undefined ? [] : [{ file, size: state.size, usedAt: state.mtimeMs }]
    }),
  )
  return entries.flat()
}

/** Written to a temporary file and renamed, so that a killed build leaves no partial file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, text)
  await rename(temporary, file)
}
