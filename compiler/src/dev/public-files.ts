/**
 * Sends the files of `public/`, by the same paths as the built app. Vite can't find names with `#`, `?` or `%`, and lists
 * the folder only at its start.
 */
import { createReadStream, realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isServedFile } from '@fw/runtime/contract'
import { getContentType, parseRange } from '@fw/runtime/tooling'
import { isBelow, join, relative, toSlashes } from '#slash-path.ts'
import type { AppPaths } from '../build/app-paths.ts'

/** Returns the file in `public/` that a built app serves at a URL path, as it was sent. Links may not leave the folder. */
export function findPublicFile({ root }: Pick<AppPaths, 'root'>, path: string): string | undefined {
  const parts = decodeParts(path)
  if (parts === undefined || !isServedFile(parts)) return undefined
  try {
    const folder = toSlashes(realpathSync(join(root, 'public')))
    const file = toSlashes(realpathSync(join(folder, ...parts)))
    // A link to a file that isn't served isn't public either.
    const isOwn = isBelow(folder, file) && isServedFile(relative(folder, file).split('/'))
    return isOwn && statSync(file).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

/** Decodes each segment once. Returns `undefined` if a segment is empty, or contains a slash. */
function decodeParts(path: string): readonly string[] | undefined {
  try {
    const parts = path.slice(1).split('/').map(decodeURIComponent)
    return parts.some((part) => part === '' || /[\\/\0]/.test(part)) ? undefined : parts
  } catch {
    return undefined
  }
}

/** Sends a file, or the part that a `Range` header requests: media players need parts. */
export function sendPublicFile(file: string, request: IncomingMessage, response: ServerResponse): void {
  const { size, mtimeMs } = statSync(file)
  const etag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
  response.setHeader('etag', etag)
  // The next request must see an edit.
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('accept-ranges', 'bytes')
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  const range = request.method === 'HEAD' ? undefined : parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`)
    return void response.writeHead(416).end()
  }
  const { start, end } = range ?? { start: 0, end: size }
  response.setHeader('content-type', getContentType(file))
  response.setHeader('content-length', end - start)
  if (range !== undefined) response.setHeader('content-range', `bytes ${start}-${end - 1}/${size}`)
  response.writeHead(range === undefined ? 200 : 206)
  if (request.method === 'HEAD' || start === end) return void response.end()
  createReadStream(file, { start, end: end - 1 })
    .on('error', () => response.destroy())
    .pipe(response)
}
