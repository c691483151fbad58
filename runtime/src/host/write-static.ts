/** Writes a static file to Node's response. */
import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTurn } from './response-turn.ts'
import type { FilePart, StaticReply } from './static-files.ts'
import { flatten, writeReply } from './write-reply.ts'

/** Sends the reply. A file that isn't in memory is read while it is sent. */
export function writeStatic(incoming: IncomingMessage, outgoing: ServerResponse, reply: StaticReply): void {
  const { status, headers, body } = reply
  if (body === null) {
    void writeReply(incoming, outgoing, { status, headers, body })
    return
  }
  if (body instanceof Uint8Array) {
    // These headers include the length.
    outgoing.writeHead(status, flatten(headers) as string[]) // read only
    outgoing.end(body)
    return
  }
  const length = body.end - body.start
  outgoing.writeHead(status, { ...headers, 'content-length': length })
  if (length === 0) outgoing.end()
  else onTurn(outgoing, () => sendPart(outgoing, body, length))
}

function sendPart(outgoing: ServerResponse, { file, start, end }: FilePart, length: number): void {
  const stream = createReadStream(file, { start, end: end - 1 })
  outgoing.once('close', () => stream.destroy())
  stream.once('error', () => outgoing.destroy())
  // If the file has become shorter, the rest can't be sent, and the next response must not be read as that rest.
  stream.once('end', () => (stream.bytesRead === length ? outgoing.end() : outgoing.destroy()))
  stream.pipe(outgoing, { end: false })
}
