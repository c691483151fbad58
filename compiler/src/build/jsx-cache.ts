/** Compiled components on disk, by content: Babel is the dearest step of a build and most files have not changed. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface JsxCache {
  /** The stored result of `make`, or a fresh one. `parts` is everything that the result depends on beside the compiler. */
  through<T>(parts: readonly string[], make: () => Promise<T> | T): Promise<T>
}

/** A cache in `dir`. A file that cannot be read or parsed counts as missing; one that cannot be written is not stored. */
export function createJsxCache(dir: string): JsxCache {
  let version: Promise<string> | undefined
  let folder: Promise<unknown> | undefined
  return {
    async through<T>(parts: readonly string[], make: () => Promise<T> | T): Promise<T> {
      version ??= compilerVersion()
      const hash = createHash('sha256')
      for (const part of [await version, ...parts]) hash.update(`${part.length}:${part}`)
      const file = join(dir, `${hash.digest('hex').slice(0, 32)}.json`)
      const stored = await readFile(file, 'utf8').then(parseStored<T>, () => undefined)
      if (stored !== undefined) return stored.result
      const result = await make()
      folder ??= mkdir(dir, { recursive: true })
      await folder.then(() => store(file, result)).catch(() => undefined)
      return result
    },
  }
}

/** Changes with the files that compile, so that an upgrade never serves the output of the version before. */
async function compilerVersion(): Promise<string> {
  const folder = new URL('../jsx/', import.meta.url)
  const names = (await readdir(folder)).sort()
  const states = await Promise.all(names.map((name) => stat(new URL(name, folder))))
  return names.map((name, index) => `${name} ${states[index]?.size} ${states[index]?.mtimeMs}`).join('\n')
}

function parseStored<T>(text: string): { result: T } | undefined {
  try {
    // Written below from the same `make`: the hash covers all that could change its type.
    return JSON.parse(text) as { result: T }
  } catch {
    return undefined
  }
}

/** Written beside and renamed, so that a killed build leaves no half file. */
async function store(file: string, result: unknown): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, JSON.stringify({ result }))
  await rename(temporary, file)
}
