/** Writes a file's answer to Node's response. */
import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FilePart, StaticReply } from './static-files.ts'
import { flatten, writeReply } from './write-reply.ts'

/** Sends the reply; a file that is not in memory is read while it is sent. */
export function writeStatic(incoming: IncomingMessage, outgoing: ServerResponse, reply: StaticReply): void {
  const { status, headers, body } = reply
  if (body === null) {
    void writeReply(incoming, outgoing, { status, headers, body })
    return
  }
  if (body instanceof Uint8Array) {
    // Their headers have the length.
    outgoing.writeHead(status, flatten(headers) as string[]) // read only
    outgoing.end(body)
    return
  }
  const length = body.end - body.start
  outgoing.writeHead(status, { ...headers, 'content-length': length })
  if (length === 0) outgoing.end()
  else sendPart(outgoing, body, length)
}

function sendPart(outgoing: ServerResponse, { file, start, end }: FilePart, length: number): void {
  const stream = createReadStream(file, { start, end: end - 1 })
  outgoing.once('close', () => stream.destroy())
  stream.once('error', () => outgoing.destroy())
  // Of a file that has shrunk the rest can never come, and the next answer must not be read as if it were that.
  stream.once('end', () => (stream.bytesRead === length ? outgoing.end() : outgoing.destroy()))
  stream.pipe(outgoing, { end: false })
}
