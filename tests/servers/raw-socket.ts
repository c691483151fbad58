/** Sends bytes unchanged over a socket. */
import { connect, type Socket } from 'node:net'

export interface RawSocket {
  readonly socket: Socket
  /** All bytes received so far. */
  text(): string
  /** Resolves when `done` returns true for the received text; rejects if the other side closes first. */
  until(done: (text: string) => boolean): Promise<string>
  /** Resolves with everything received when the other side has closed or reset the connection. */
  readonly closed: Promise<string>
}

/** Connects, sends `parts` one after another, and leaves the connection open. */
export function openRaw(port: number, ...parts: readonly (string | Uint8Array)[]): RawSocket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let text = ''
  const waiting = new Set<() => void>()
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (const look of waiting) look()
  })
  // A server may reject a request by a reset.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  return {
    socket,
    text: () => text,
    closed,
    until: (done) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!done(text)) return
          waiting.delete(look)
          resolve(text)
        }
        waiting.add(look)
        void closed.then(() => {
          if (done(text)) resolve(text)
          else reject(new Error(`closed after ${JSON.stringify(text)}`))
        })
        look()
      }),
  }
}

/** Sends bytes and resolves with everything received when the other side has closed the connection. */
export function sendRaw(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  return openRaw(port, ...parts).closed
}

/** Returns the status of each response in the received text. */
export function statusesOf(text: string): readonly number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
    .map((match) => Number(match[1]))
    .filter((status) => status !== 100)
}

/** Returns a request as text; adds `Host`, and the length if there is a body. */
export function requestText(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | undefined = undefined,
): string {
  const all: Record<string, string> = {
    host: 'localhost',
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body, 'latin1')) }),
    ...headers,
  }
  const list = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${list.join('')}\r\n${body ?? ''}`
}
