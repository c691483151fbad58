/** Bytes as they are, over a socket. */
import { connect, type Socket } from 'node:net'

export interface RawSocket {
  readonly socket: Socket
  /** Everything that came back so far. */
  text(): string
  /** Resolves once `done` holds for what came back; rejects when the other side closes before. */
  until(done: (text: string) => boolean): Promise<string>
  /** Resolves with everything once the other side has closed, or has reset. */
  readonly closed: Promise<string>
}

/** Connects, sends `parts` one after the other and keeps the connection. */
export function openRaw(port: number, ...parts: readonly (string | Uint8Array)[]): RawSocket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let text = ''
  const waiting = new Set<() => void>()
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (const look of waiting) look()
  })
  // A reset is one way to be refused.
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

/** Sends bytes and resolves with everything that came back once the other side closed. */
export function sendRaw(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  return openRaw(port, ...parts).closed
}

/** The status of each answer in what came back. */
export function statusesOf(text: string): readonly number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
    .map((match) => Number(match[1]))
    .filter((status) => status !== 100)
}

/** A request as text; `Host` and, where there is a body, its length are added. */
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
