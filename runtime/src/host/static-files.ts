/**
 * Files of the built client (security rule 3): a map made at start, so that a request can only name what was there. No
 * dotfiles but `.well-known`, no source maps, no link out of the folder.
 */
import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { lookup } from 'mrmime'

/** One file, ready to be sent. */
interface StaticFile {
  readonly file: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly etag: string
}

/** Canonical path -> file. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** `name-Ab3dE5fG.js`, as the bundler writes it: eight or more characters of a hash before the extension. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/
const HASHED_FOLDER = /^\/assets\//

/** Every file below `root` that may be served. A missing folder has none. */
export async function readStaticFiles(root: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  let real: string
  try {
    real = await realpath(root)
  } catch {
    return files
  }
  for (const entry of await readdir(real, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const parts = file.slice(real.length + 1).split(sep)
    if (!isServable(parts)) continue
    if (!(await realpath(file)).startsWith(real + sep)) continue
    const info = await stat(file)
    if (info.isFile()) files.set(`/${parts.map(encodeURIComponent).join('/')}`, describe(parts, file, info))
  }
  return files
}

function isServable(parts: readonly string[]): boolean {
  return (
    parts.every((part, index) => !part.startsWith('.') || (index === 0 && part === '.well-known')) &&
    !parts.at(-1)?.endsWith('.map')
  )
}

function describe(
  parts: readonly string[],
  file: string,
  info: { readonly size: number; readonly mtimeMs: number },
): StaticFile {
  const path = `/${parts.join('/')}`
  const hashed = HASHED_FOLDER.test(path) && HASHED.test(path)
  const etag = `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`
  const type = lookup(path) ?? 'application/octet-stream'
  return {
    file,
    etag,
    headers: {
      'content-type': type.startsWith('text/') || type.endsWith('javascript') ? `${type};charset=utf-8` : type,
      'content-length': info.size,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      etag,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    },
  }
}

/** What to send for a static path. */
export interface StaticAnswer {
  readonly status: 200 | 304
  readonly headers: StaticFile['headers']
  /** Absent where only the head is sent. */
  readonly file?: string
}

/** The answer for a canonical path; undefined when there is no such file, or when it is not being read. */
export function findStatic(
  files: StaticFiles,
  method: string | undefined,
  path: string,
  ifNoneMatch: string | null | undefined,
): StaticAnswer | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const found = files.get(path)
  if (found === undefined) return undefined
  if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === found.etag)) {
    const { 'content-length': _length, ...headers } = found.headers
    return { status: 304, headers }
  }
  return { status: 200, headers: found.headers, ...(method === 'GET' ? { file: found.file } : {}) }
}

/** Sends the file of a canonical path; false when there is none, or when it is not being read. */
export function serveStatic(
  files: StaticFiles,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const answer = findStatic(files, incoming.method, path, incoming.headers['if-none-match'])
  if (answer === undefined) return false
  outgoing.writeHead(answer.status, answer.headers)
  if (answer.file === undefined) outgoing.end()
  else
    createReadStream(answer.file)
      .on('error', () => outgoing.destroy())
      .pipe(outgoing)
  return true
}
