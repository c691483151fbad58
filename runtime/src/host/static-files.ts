/**
 * Files of the built client: kept in memory up to a number of bytes, each content coding made once, larger ones read from
 * the disk while they are sent.
 */
import type { FileEncoding } from '#contract/file-type.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { parseAcceptEncoding } from './accept-encoding.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import { type FileBytes, readEncoded, readPlain } from './file-bytes.ts'
import { type ListedFile, listFiles } from './list-files.ts'
import { findFailedCondition, rangeHolds } from './preconditions.ts'

/** A part of a file that is read while it is sent. */
export interface FilePart extends ByteRange {
  readonly file: string
}

/** What to send for a static path. */
export interface StaticReply {
  readonly status: 200 | 206 | 304 | 412 | 416
  readonly headers: FwReply['headers']
  readonly body: Uint8Array | FilePart | null
}

/** The files of a folder, ready to be asked for. */
export interface StaticFiles {
  /**
   * The answer for a request; undefined when there is no such file, or when it is not being read. At once where the bytes
   * are in memory. Rejects when a file cannot be read.
   */
  answer(
    request: Pick<FwRequest, 'method' | 'path' | 'header'>,
  ): StaticReply | undefined | Promise<StaticReply | undefined>
  /** Whether a path as it was sent is that of a file: then it is canonical, since all that are here are. */
  has(path: string): boolean
}

/** Default of `publicMemoryBytes`. */
const MEMORY_BYTES = 64 * 1024 * 1024

/** No file may take more than this share of the memory. */
const LARGEST_SHARE = 4

/** The files below `root`, as they are now. A missing folder has none. */
export async function readStaticFiles(root: string, memoryBytes = MEMORY_BYTES): Promise<StaticFiles> {
  const files = await listFiles(root)
  const shelf = createShelf(memoryBytes)
  return {
    has: (path) => files.has(path),
    answer(request) {
      const { method } = request
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const listed = files.get(request.path)
      if (listed === undefined) return undefined
      const header = (name: string) => request.header(name)
      // A part is one of the plain bytes: only those are the same at the next request, whatever made the copies.
      const ranged = method === 'GET' && header('range') !== undefined
      const encodings = ranged || !listed.compressible ? [] : parseAcceptEncoding(header('accept-encoding'))
      const found = shelf.find(listed, encodings)
      return found instanceof Promise
        ? found.then((file) => file && toReply(file, method, header), ifGone)
        : toReply(found, method, header)
    },
  }
}

/** A file that went after the start is not there; the app may have something else to say. */
function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function toReply(file: FileBytes, method: 'GET' | 'HEAD', header: (name: string) => string | undefined): StaticReply {
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

function selectPart({ bytes, file, size }: FileBytes, range?: ByteRange): Uint8Array | FilePart {
  if (bytes === undefined) return { file, start: 0, end: size, ...range }
  return range === undefined ? bytes : bytes.subarray(range.start, range.end)
}

interface Shelf {
  /** The bytes in the first coding that there is, else plain; a promise where they are not in memory. */
  find(listed: ListedFile, encodings: readonly FileEncoding[]): FileBytes | Promise<FileBytes | undefined>
}

type Coding = FileEncoding | 'plain'

/** Keeps what was asked for last. One reading of a file, and one compression, serves all who wait for it. */
function createShelf(memoryBytes: number): Shelf {
  const largest = memoryBytes / LARGEST_SHARE
  const kept = new Map<string, FileBytes>()
  const useless = new Set<string>()
  const waiting = new Map<string, Promise<FileBytes | undefined>>()
  let held = 0
  let crowded = false

  const keep = (key: string, file: FileBytes): void => {
    kept.set(key, file)
    held += file.bytes?.byteLength ?? 0
    // A map lists what was put in first: that is what was not asked for the longest.
    for (const [oldest, { bytes }] of kept) {
      if (held <= memoryBytes) break
      crowded = true
      kept.delete(oldest)
      held -= bytes?.byteLength ?? 0
    }
  }
  const known = (key: string): FileBytes | undefined => {
    const file = kept.get(key)
    if (crowded && file !== undefined) {
      kept.delete(key)
      kept.set(key, file)
    }
    return file
  }
  const load = (listed: ListedFile, coding: Coding): Promise<FileBytes | undefined> => {
    const key = createKey(listed, coding)
    const running = waiting.get(key)
    if (running !== undefined) return running
    const loading = read(listed, coding)
      .then((file) => {
        if (file === undefined) useless.add(key)
        else keep(key, file)
        return file
      })
      .finally(() => waiting.delete(key))
    waiting.set(key, loading)
    return loading
  }
  const read = async (listed: ListedFile, coding: Coding): Promise<FileBytes | undefined> => {
    if (coding === 'plain') return readPlain(listed, largest)
    const plain = known(createKey(listed, 'plain')) ?? (await load(listed, 'plain'))
    return plain && readEncoded(listed, plain, coding, largest)
  }
  const slowly = async (listed: ListedFile, codings: readonly Coding[]): Promise<FileBytes | undefined> => {
    for (const coding of codings) {
      const file = known(createKey(listed, coding)) ?? (await load(listed, coding))
      if (file !== undefined) return file
    }
    return undefined
  }
  return {
    find(listed, encodings) {
      const wanted = encodings.filter((coding) => !useless.has(createKey(listed, coding)))
      return known(createKey(listed, wanted[0] ?? 'plain')) ?? slowly(listed, [...wanted, 'plain'])
    },
  }
}

function createKey({ file }: ListedFile, coding: Coding): string {
  return `${coding} ${file}`
}
