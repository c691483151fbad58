/** The bytes of a file in a content encoding, with their headers. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FileEncoding } from '#contract/http/file-type.ts'
import type { FwReply } from '#contract/http/request.ts'
import { getContentType } from '#wire/content-type.ts'
import type { ListedFile } from './list-files.ts'
import type { FileValidators } from './preconditions.ts'

/** Bytes in memory, in the form that the host sends fastest: Bun copies an array for each response, but not a `Blob`. */
export type KeptBytes = Uint8Array | Blob

/** Converts bytes that have been read to the form in which they stay in memory. */
export type KeepBytes<Kept extends KeptBytes> = (bytes: Uint8Array) => Kept

/** The representation of a file: its bytes if they are in memory, otherwise the file to read them from. */
export interface FileBytes<Kept extends KeptBytes = Uint8Array> extends FileValidators {
  readonly size: number
  /** Path of the file on disk. */
  readonly file: string
  readonly bytes: Kept | undefined
  /** Headers of a 200. They include the length if the bytes are in memory, because it can't change then. */
  readonly headers: FwReply['headers']
  /** Headers of a 304. */
  readonly unchanged: FwReply['headers']
}

/** Reads the unencoded bytes. A file with more than `maxBytes` stays on disk. Rejects if the file was deleted. */
export async function readPlain<Kept extends KeptBytes>(
  listed: ListedFile,
  maxBytes: number,
  keep: KeepBytes<Kept>,
): Promise<FileBytes<Kept>> {
  const { file } = listed
  const { size, mtimeMs } = await stat(file)
  const bytes = size > maxBytes ? undefined : await readFile(file)
  const tag =
    bytes === undefined
      ? `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`
      : createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const modified = Math.floor(mtimeMs / 1000)
  return describe(listed, { file, bytes: bytes && keep(bytes), tag, size: bytes?.byteLength ?? size, modified })
}

/**
 * Returns the file in a content encoding: the build's copy, or compressed now. Returns undefined if compression doesn't
 * make the file smaller, and for a file that is too large for memory and has no copy.
 */
export async function readEncoded<Kept extends KeptBytes>(
  listed: ListedFile,
  plain: FileBytes<Kept>,
  encoding: FileEncoding,
  maxBytes: number,
  keep: KeepBytes<Kept>,
): Promise<FileBytes<Kept> | undefined> {
  const { modified } = plain
  const tag = `${plain.etag.slice(1, -1)}-${encoding}`
  const copy = await readCopy(listed, plain, encoding, maxBytes)
  if (copy !== undefined) {
    const { bytes, ...located } = copy
    return describe(listed, { ...located, bytes: bytes && keep(bytes), tag, modified, encoding })
  }
  if (plain.bytes === undefined) return undefined
  const bytes = await compress(await toArray(plain.bytes), encoding)
  if (bytes.byteLength + HEADER_COST >= plain.size) return undefined
  return describe(listed, { file: plain.file, bytes: keep(bytes), size: bytes.byteLength, tag, modified, encoding })
}

async function toArray(bytes: KeptBytes): Promise<Uint8Array> {
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(await bytes.arrayBuffer())
}

/** Bytes of a `content-encoding` header: the compression must save more. */
const HEADER_COST = 24

type Located<Kept extends KeptBytes> = Pick<FileBytes<Kept>, 'file' | 'bytes' | 'size'>

/** Reads the build's copy. A copy that is older than its original belongs to another version. */
async function readCopy(
  { encoded }: ListedFile,
  plain: FileValidators,
  encoding: FileEncoding,
  maxBytes: number,
): Promise<Located<Uint8Array> | undefined> {
  const file = encoded[encoding]
  if (file === undefined) return undefined
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || Math.floor(found.mtimeMs / 1000) < plain.modified) return undefined
  const bytes = found.size > maxBytes ? undefined : await readFile(file)
  return { file, bytes, size: bytes?.byteLength ?? found.size }
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Above this size in bytes the best compression takes seconds, for a gain of a few percent. */
const BEST_UP_TO = 262_144

function compress(bytes: Uint8Array, encoding: FileEncoding): Promise<Uint8Array> {
  const best = bytes.byteLength <= BEST_UP_TO
  if (encoding === 'gzip') return deflate(bytes, { level: best ? 9 : 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: best ? 11 : 6, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  })
}

interface Described<Kept extends KeptBytes> extends Located<Kept> {
  /** The ETag without its quotes. */
  readonly tag: string
  readonly modified: number
  readonly encoding?: FileEncoding
}

function describe<Kept extends KeptBytes>(
  listed: ListedFile,
  { tag, encoding, ...rest }: Described<Kept>,
): FileBytes<Kept> {
  const etag = `"${tag}"`
  const unchanged = Object.freeze({
    'cache-control': listed.hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    etag,
    'last-modified': new Date(rest.modified * 1000).toUTCString(),
    'x-content-type-options': 'nosniff',
    ...(listed.compressible ? { vary: 'accept-encoding' } : {}),
  })
  // Ranges refer to the unencoded bytes, so only those declare support for ranges.
  const own: FwReply['headers'] =
    encoding === undefined ? { 'accept-ranges': 'bytes' } : { 'content-encoding': encoding }
  const length: FwReply['headers'] = rest.bytes === undefined ? {} : { 'content-length': String(rest.size) }
  const headers = Object.freeze({ 'content-type': getContentType(listed.file), ...own, ...unchanged, ...length })
  return { ...rest, etag, headers, unchanged }
}
