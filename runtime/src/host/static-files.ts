/**
 * Files of the built client: cached in memory up to a limit, with each content encoding computed once. Larger files are
 * read from disk while they are sent.
 */
import type { FileEncoding } from '#contract/http/file-type.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { parseAcceptEncoding } from './accept-encoding.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import { type FileBytes, type KeepBytes, type KeptBytes, readEncoded, readPlain } from './file-bytes.ts'
import { type ListedFile, listFiles } from './list-files.ts'
import { findFailedCondition, rangeHolds } from './preconditions.ts'

/** A part of a file that is read while it is sent. */
export interface FilePart extends ByteRange {
  readonly file: string
}

/** The reply for a static path. `Kept`: the form of bytes in memory. */
export interface StaticReply<Kept extends KeptBytes = Uint8Array> {
  readonly status: 200 | 206 | 304 | 412 | 416
  readonly headers: FwReply['headers']
  readonly body: Kept | FilePart | null
}

/** The files of a folder. */
export interface StaticFiles<Kept extends KeptBytes = Uint8Array> {
  /**
   * Returns the reply for a request, or undefined for an unknown file, or for methods other than GET and HEAD. Returns it
   * synchronously if the bytes are in memory. Rejects if a file can't be read.
   */
  findReply(
    request: Pick<FwRequest, 'method' | 'path' | 'header'>,
  ): StaticReply<Kept> | undefined | Promise<StaticReply<Kept> | undefined>
  /** Whether a path, as sent, is a file's. Such a path is canonical, because all paths in the map are. */
  has(path: string): boolean
}

/** Default of `publicMemoryBytes`. */
const MEMORY_BYTES = 64 * 1024 * 1024

/** A file may take at most a quarter of the memory. */
const LARGEST_SHARE = 4

/** Reads the current files below `root`. A missing folder has no files. */
export function readStaticFiles(root: string, memoryBytes?: number): Promise<StaticFiles> {
  return readFilesAs((bytes) => bytes, root, memoryBytes)
}

/** The same, with bytes in memory in the form that `keep` returns. */
export async function readFilesAs<Kept extends KeptBytes>(
  keep: KeepBytes<Kept>,
  root: string,
  memoryBytes = MEMORY_BYTES,
): Promise<StaticFiles<Kept>> {
  const files = await listFiles(root)
  const cache = createFileCache(memoryBytes, keep)
  return {
    has: (path) => files.has(path),
    findReply(request) {
      const { method } = request
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const listed = files.get(request.path)
      if (listed === undefined) return undefined
      const header = (name: string) => request.header(name)
      // Ranges refer to the unencoded bytes, because only those are the same for every request.
      const ranged = method === 'GET' && header('range') !== undefined
      const encodings = ranged || !listed.compressible ? [] : parseAcceptEncoding(header('accept-encoding'))
      const found = cache.find(listed, encodings)
      return found instanceof Promise
        ? found.then((file) => file && toReply(file, method, header), ifGone)
        : toReply(found, method, header)
    },
  }
}

/** A file that was deleted after the start counts as missing, so that the app can respond. */
function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function toReply<Kept extends KeptBytes>(
  file: FileBytes<Kept>,
  method: 'GET' | 'HEAD',
  header: (name: string) => string | undefined,
): StaticReply<Kept> {
  const failed = findFailedCondition(header, file)
  if (failed === 304) return { status: 304, headers: file.unchanged, body: null }
  if (failed === 412) return { status: 412, headers: REFUSED, body: null }
  if (method === 'HEAD')
    return { status: 200, headers: { ...file.headers, 'content-length': String(file.size) }, body: null }
  const range = rangeHolds(header, file) ? parseRange(header('range'), file.size) : undefined
  if (range === undefined) return { status: 200, headers: file.headers, body: selectPart(file) }
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...REFUSED, 'content-range': `bytes */${file.size}` }, body: null }
  const headers = {
    ...file.headers,
    'content-range': `bytes ${range.start}-${range.end - 1}/${file.size}`,
    'content-length': String(range.end - range.start),
  }
  return { status: 206, headers, body: selectPart(file, range) }
}

const REFUSED = Object.freeze({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })

function selectPart<Kept extends KeptBytes>(
  { bytes, file, size }: FileBytes<Kept>,
  range?: ByteRange,
): Kept | FilePart {
  if (bytes === undefined) return { file, start: 0, end: size, ...range }
  if (range === undefined) return bytes
  const { start, end } = range
  const part = bytes instanceof Uint8Array ? bytes.subarray(start, end) : bytes.slice(start, end)
  return part as Kept // of the same class
}

interface FileCache<Kept extends KeptBytes> {
  /** Returns the bytes in the first available encoding, else unencoded; a promise if they aren't in memory. */
  find(listed: ListedFile, encodings: readonly FileEncoding[]): FileBytes<Kept> | Promise<FileBytes<Kept> | undefined>
}

type Coding = FileEncoding | 'plain'

/** Creates a cache of the most recently used files. Concurrent requests share one read and one compression of a file. */
function createFileCache<Kept extends KeptBytes>(memoryBytes: number, keep: KeepBytes<Kept>): FileCache<Kept> {
  const largest = memoryBytes / LARGEST_SHARE
  const cached = new Map<string, FileBytes<Kept>>()
  const incompressible = new Set<string>()
  const waiting = new Map<string, Promise<FileBytes<Kept> | undefined>>()
  let usedBytes = 0
  let wasFull = false

  const store = (key: string, file: FileBytes<Kept>): void => {
    cached.set(key, file)
    usedBytes += countBytes(file)
    // A map iterates in insertion order, so the first entry is the least recently used one.
    for (const [oldest, other] of cached) {
      if (usedBytes <= memoryBytes) break
      wasFull = true
      cached.delete(oldest)
      usedBytes -= countBytes(other)
    }
  }
  const known = (key: string): FileBytes<Kept> | undefined => {
    const file = cached.get(key)
    if (wasFull && file !== undefined) {
      cached.delete(key)
      cached.set(key, file)
    }
    return file
  }
  const load = (listed: ListedFile, coding: Coding): Promise<FileBytes<Kept> | undefined> => {
    const key = createKey(listed, coding)
    const running = waiting.get(key)
    if (running !== undefined) return running
    const loading = read(listed, coding)
      .then((file) => {
        if (file === undefined) incompressible.add(key)
        else store(key, file)
        return file
      })
      .finally(() => waiting.delete(key))
    waiting.set(key, loading)
    return loading
  }
  const read = async (listed: ListedFile, coding: Coding): Promise<FileBytes<Kept> | undefined> => {
    if (coding === 'plain') return readPlain(listed, largest, keep)
    const plain = known(createKey(listed, 'plain')) ?? (await load(listed, 'plain'))
    return plain && readEncoded(listed, plain, coding, largest, keep)
  }
  const findOrLoad = async (listed: ListedFile, codings: readonly Coding[]): Promise<FileBytes<Kept> | undefined> => {
    for (const coding of codings) {
      const file = known(createKey(listed, coding)) ?? (await load(listed, coding))
      if (file !== undefined) return file
    }
    return undefined
  }
  return {
    find(listed, encodings) {
      const wanted = encodings.filter((coding) => !incompressible.has(createKey(listed, coding)))
      return known(createKey(listed, wanted[0] ?? 'plain')) ?? findOrLoad(listed, [...wanted, 'plain'])
    },
  }
}

/** Returns the bytes in memory. */
function countBytes({ bytes, size }: FileBytes<KeptBytes>): number {
  return bytes === undefined ? 0 : size
}

function createKey({ file }: ListedFile, coding: Coding): string {
  return `${coding} ${file}`
}
