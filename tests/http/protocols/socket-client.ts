/** Callers of a WebSocket endpoint: a well-behaved one, and bytes on a bare socket. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'

export interface SocketClient {
  readonly socket: WebSocket
  /** Headers of the 101, names and values in turn. */
  readonly headers: readonly string[]
  /** The next message that was not taken yet: text as a string, bytes as a Buffer. */
  next(): Promise<string | Buffer>
  /** Code and reason with which it ended. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export type OpenOptions = ClientOptions & { readonly protocols?: string[] }

/** Opens a socket. Rejects with `{ status, body, headers }` when the server refuses. */
export function open(url: string, { protocols = [], ...options }: OpenOptions = {}): Promise<SocketClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, options)
  const messages: (string | Buffer)[] = []
  const waiting: ((message: string | Buffer) => void)[] = []
  let headers: readonly string[] = []
  socket.on('upgrade', (response) => {
    headers = response.rawHeaders
  })
  socket.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? data : data.toString('utf8')
    const taker = waiting.shift()
    if (taker === undefined) messages.push(message)
    else taker(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  const next = (): Promise<string | Buffer> => {
    const message = messages.shift()
    return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message)
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, headers, next, closed }))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => reject(Object.assign(new Error('refused'), refusal(response, body))))
    })
  })
}

/** The server's response instead of 101. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly code: unknown
  readonly body: string
}

function refusal(response: { statusCode?: number; headers: Refusal['headers'] }, body: string): Refusal {
  let code: unknown
  try {
    code = JSON.parse(body).code
  } catch {
    code = undefined
  }
  return { status: response.statusCode ?? 0, headers: response.headers, code, body }
}

/** The refusal of an upgrade; throws when it was accepted. */
export async function refused(url: string, options?: OpenOptions): Promise<Refusal> {
  const answer: unknown = await open(url, options).catch((error: unknown) => error)
  if (!(answer instanceof Error)) throw new Error('The upgrade was accepted.')
  if (!('status' in answer)) throw answer
  return answer as Error & Refusal
}

/** A bare connection to a server. */
export interface RawClient {
  readonly socket: Socket
  /** Everything that came until the connection ended. */
  readonly all: Promise<Buffer>
  /** Resolves once what came contains `text`. */
  until(text: string): Promise<void>
}

export async function raw(url: string, bytes: string | Buffer): Promise<RawClient> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // Each wait below listens for the end.
  socket.setMaxListeners(0)
  let received = Buffer.alloc(0)
  const all = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(received)))
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  const until = async (text: string): Promise<void> => {
    while (!received.includes(text)) {
      if (socket.destroyed) throw new Error(`The connection ended without "${text}": ${received.toString('latin1')}`)
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
  }
  return { socket, all, until }
}

/** The head of an upgrade. A header given as undefined is left out. */
export function upgradeHead(path: string, headers: Readonly<Record<string, string | undefined>> = {}): string {
  const all = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** One frame of a client. `mask` false breaks the protocol on purpose. */
export function frame(
  opcode: number,
  payload: Buffer | string,
  { fin = true, mask = true }: { fin?: boolean; mask?: boolean } = {},
): Buffer {
  const bytes = Buffer.from(payload)
  const head = [(fin ? 0x80 : 0) | opcode]
  const masked = mask ? 0x80 : 0
  if (bytes.length < 126) head.push(masked | bytes.length)
  else head.push(masked | 126, bytes.length >> 8, bytes.length & 0xff)
  return Buffer.concat([Buffer.from(head), mask ? Buffer.alloc(4) : Buffer.alloc(0), bytes])
}
