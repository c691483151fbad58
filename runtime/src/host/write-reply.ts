/** Writes an `FwReply` to Node's response. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FwReply } from '#contract/request.ts'

/** Resolves once the body was handed over; streams stop when the caller leaves. */
export function writeReply(incoming: IncomingMessage, outgoing: ServerResponse, reply: FwReply): void | Promise<void> {
  const { status, body } = reply
  // Node wants mutable arrays for repeated headers, and only reads them.
  const headers = reply.headers as OutgoingHttpHeaders
  if (body === null && (status === 204 || status === 304 || incoming.method === 'HEAD')) {
    outgoing.writeHead(status, headers).end()
    return
  }
  if (typeof body === 'string' || body instanceof Uint8Array || body === null) {
    outgoing.writeHead(status, { ...headers, 'content-length': body === null ? 0 : Buffer.byteLength(body) })
    outgoing.end(body ?? undefined)
    return
  }
  outgoing.writeHead(status, headers)
  return writeStream(outgoing, body)
}

async function writeStream(outgoing: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  outgoing.once('close', leave)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || outgoing.destroyed) break
      if (!outgoing.write(value)) await new Promise<void>((resolve) => onceWritable(outgoing, resolve))
    }
    outgoing.end()
  } catch {
    // The head is sent: cutting the connection is the only way left to say that the body is not whole.
    outgoing.destroy()
  } finally {
    outgoing.off('close', leave)
  }
}

function onceWritable(outgoing: ServerResponse, resolve: () => void): void {
  const done = () => {
    outgoing.off('drain', done)
    outgoing.off('close', done)
    resolve()
  }
  outgoing.once('drain', done)
  outgoing.once('close', done)
}
