/** Writes an `FwReply` to Node's response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FwReply } from '#contract/request.ts'

/** Resolves once the body was handed over; streams stop when the caller leaves. */
export function writeReply(incoming: IncomingMessage, outgoing: ServerResponse, reply: FwReply): void | Promise<void> {
  const { status, body } = reply
  if (body === null && (status === 204 || status === 304 || incoming.method === 'HEAD')) {
    outgoing.writeHead(status, headOf(reply)).end()
    return
  }
  if (typeof body === 'string' || body instanceof Uint8Array || body === null) {
    const length = body === null ? 0 : Buffer.byteLength(body)
    outgoing.writeHead(status, headOf(reply, 'content-length', String(length)))
    outgoing.end(body ?? undefined)
    return
  }
  outgoing.writeHead(status, headOf(reply))
  return writeStream(outgoing, body)
}

function headOf({ headers, requestId }: FwReply, ...more: readonly string[]): string[] {
  const shared = flatten(headers)
  return requestId === undefined ? [...shared, ...more] : [...shared, 'x-request-id', requestId, ...more]
}

/** Flat lists are what Node writes fastest. Those of shared headers are made once: frozen objects stay what they are. */
const flat = new WeakMap<FwReply['headers'], readonly string[]>()

function flatten(headers: FwReply['headers']): string[] {
  const known = flat.get(headers)
  // Node only reads the list.
  if (known !== undefined) return known as string[]
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') list.push(name, value)
    else for (const one of value) list.push(name, one)
  }
  if (Object.isFrozen(headers)) flat.set(headers, list)
  return list
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
