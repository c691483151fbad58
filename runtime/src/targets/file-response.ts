/** Converts the reply for a static file to a web `Response`. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { StaticReply } from '../host/static-files.ts'
import { toHeaders } from '../wire/to-response.ts'

/** Returns the response. A file that isn't in memory is read while it is sent. */
export function toFileResponse({ status, headers, body }: StaticReply, method: string): Response {
  const list = toHeaders({ status, headers, body: null })
  if (body === null || method === 'HEAD') return new Response(null, { status, headers: list })
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers: list })
  const { file, start, end } = body
  list.set('content-length', String(end - start))
  // An empty file has no last byte, which `createReadStream` would require.
  if (start === end) return new Response(null, { status, headers: list })
  const stream = Readable.toWeb(createReadStream(file, { start, end: end - 1 }))
  return new Response(stream as ReadableStream<Uint8Array>, { status, headers: list })
}
