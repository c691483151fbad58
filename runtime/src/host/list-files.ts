/**
 * Lists the files of the built client that may be served: a map created at start, so that a request can only name files
 * that existed then. Excludes dotfiles except `.well-known`, source maps, links out of the folder, and the framework's
 * own paths.
 */
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import {
  BUILT_FILES,
  type BuiltFiles,
  ENCODED_ENDINGS,
  type FileEncoding,
  isCompressible,
} from '#contract/http/file-type.ts'
import { isServedFile } from '#contract/http/public-path.ts'

/** A file that may be served. Its bytes are read on the first request. */
export interface ListedFile {
  /** Absolute path. */
  readonly file: string
  /** The name contains a hash of the content. */
  readonly hashed: boolean
  readonly compressible: boolean
  /** Compressed copies that the build created beside it. */
  readonly encoded: Readonly<Partial<Record<FileEncoding, string>>>
}

/** Returns a map from canonical path to file for `root`. A missing folder has no files. */
export async function listFiles(root: string): Promise<ReadonlyMap<string, ListedFile>> {
  const files = new Map<string, ListedFile>()
  let real: string
  try {
    real = await realpath(root)
  } catch {
    return files
  }
  const built = await readBuiltFiles(real)
  const hashed = built && new Set(built.hashed)
  const encoded = new Set(built?.encoded)
  for await (const { entry, parts } of entriesBelow(real)) {
    const file = join(real, ...parts)
    const name = parts.join('/')
    if (encoded.has(name) || !isServedFile(parts) || !(await isOwnFile(entry, file, real))) continue
    files.set(`/${parts.map(encodeURIComponent).join('/')}`, {
      file,
      hashed: hashed === undefined ? looksHashed(name) : hashed.has(name),
      compressible: isCompressible(name),
      encoded: listEncodedCopies(name, file, encoded),
    })
  }
  return files
}

async function readBuiltFiles(root: string): Promise<BuiltFiles | undefined> {
  const text = await readFile(root + BUILT_FILES, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as BuiltFiles) // written by our own build
}

interface Entry {
  readonly entry: Dirent
  /** The path segments from the root. */
  readonly parts: readonly string[]
}

/** Lists entries. Doesn't follow links to folders, as `readdir` with `recursive` does on Bun. */
async function* entriesBelow(root: string, above: readonly string[] = []): AsyncGenerator<Entry> {
  for (const entry of await readdir(join(root, ...above), { withFileTypes: true })) {
    const parts = [...above, entry.name]
    if (entry.isDirectory()) yield* entriesBelow(root, parts)
    else yield { entry, parts }
  }
}

/** Only a link can point out of the folder, or to a file that isn't served under its own name. */
async function isOwnFile(entry: Dirent, file: string, root: string): Promise<boolean> {
  if (entry.isFile()) return true
  if (!entry.isSymbolicLink()) return false
  const target = await realpath(file).catch(() => '')
  if (!target.startsWith(root + sep)) return false
  return isServedFile(target.slice(root.length + 1).split(sep)) && (await stat(target)).isFile()
}

/**
 * Guesses for folders that the framework's build didn't write: `assets/name-Ab3dE5fG.js`, as bundlers name files. A digit
 * and a letter are required, because words and dates aren't hashes.
 */
function looksHashed(name: string): boolean {
  const hash = /^assets\/(?:.*[/.-])?([A-Za-z0-9_-]{8,})\.[a-z0-9]+$/.exec(name)?.[1]?.slice(-8)
  return hash !== undefined && /\d/.test(hash) && /[A-Za-z]/.test(hash)
}

function listEncodedCopies(name: string, file: string, encoded: ReadonlySet<string>): ListedFile['encoded'] {
  const copies: Partial<Record<FileEncoding, string>> = {}
  for (const coding of ['br', 'gzip'] as const) {
    const ending = ENCODED_ENDINGS[coding]
    if (encoded.has(name + ending)) copies[coding] = file + ending
  }
  return copies
}
