/** Final steps for the browser's files: compressed copies, and the list of hashed files. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BUILT_FILES, type BuiltFiles, ENCODED_ENDINGS, isCompressible } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'

/** Size in bytes above which the best compression takes more time than its few percent are worth. */
const BEST_UP_TO = 1_048_576
/** Size in bytes below which the headers are most of the response. */
const LEAST = 256

/**
 * Compresses the files in `folder`. `hashed`: names of files, relative to `folder`, that contain a hash of their
 * content. Returns the list, which it writes beside the folder.
 */
export async function finishClient(folder: string, hashed: readonly string[]): Promise<BuiltFiles> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const present = new Set(names)
  const encoded: string[] = []
  for (const name of names.filter(isCompressible)) {
    const bytes = await readFile(join(folder, name))
    if (bytes.byteLength < LEAST) continue
    for (const encoding of ['br', 'gzip'] as const) {
      const copy = name + ENCODED_ENDINGS[encoding]
      // A file of the app is never overwritten.
      if (present.has(copy)) continue
      const smaller = await compress(bytes, encoding)
      if (smaller.byteLength >= bytes.byteLength) continue
      await writeFile(join(folder, copy), smaller)
      encoded.push(copy)
    }
  }
  const built: BuiltFiles = { hashed: [...hashed].sort(), encoded: encoded.sort() }
  await writeFile(folder + BUILT_FILES, `${JSON.stringify(built, null, 2)}\n`)
  return built
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

function compress(bytes: Uint8Array, encoding: keyof typeof ENCODED_ENDINGS): Promise<Uint8Array> {
  if (encoding === 'gzip') return deflate(bytes, { level: 9 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const quality = bytes.byteLength <= BEST_UP_TO ? 11 : 9
  return brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } })
}
