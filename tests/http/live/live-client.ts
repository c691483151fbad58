/** Calls with live reads, and a reader of their stream, as a browser has them. */
import type { LiveChange } from '../../../runtime/src/contract/live/wire.ts'
import type { Client } from '../transports.ts'

/** One event of a stream, with its parsed data. A comment has the name `beat`. */
export interface StreamEvent {
  readonly event: string
  readonly data?: unknown
}

/** An open stream. */
export interface OpenStream {
  readonly response: Response
  /** Everything that was received. */
  readonly events: readonly StreamEvent[]
  /** Bytes of the stream as text. */
  readonly text: () => string
  /** Resolves to the next event that wasn't taken yet; rejects after `ms`. */
  next(ms?: number): Promise<StreamEvent>
  /** Resolves if no event arrives within `ms`. */
  quiet(ms: number): Promise<void>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Calls a read as a live one. */
export async function readLive(
  client: Pick<Client, 'call'>,
  tool: string,
  input: unknown = {},
  headers: Record<string, string> = {},
): Promise<{ readonly result: unknown; readonly live: string }> {
  const { status, body } = await client.call(tool, input, { 'x-fw-live': 'read', ...headers })
  if (status !== 200 || typeof body.live !== 'string')
    throw new Error(`No live read: ${status} ${JSON.stringify(body)}`)
  return { result: body.result, live: body.live }
}

type Send = Pick<Client, 'request'>

/** Opens a stream for receipts. */
export async function openStream(
  { request }: Send,
  reads: readonly string[],
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const response = await request('/_fw/live', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ reads }),
  })
  if (response.status !== 200 || response.body === null)
    throw new Error(`The stream was refused: ${response.status} ${await response.text()}`)
  const events: StreamEvent[] = []
  let taken = 0
  let received = ''
  let wake = (): void => undefined
  const reader = response.body.getReader()
  const ended = readEvents(reader, (text, event) => {
    received += text
    if (event !== undefined) events.push(event)
    wake()
  }).catch(() => undefined)
  const wait = (ms: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ms)
      wake = () => {
        if (events.length <= taken) return
        clearTimeout(timer)
        resolve(true)
      }
      wake()
    })
  return {
    response,
    events,
    text: () => received,
    async next(ms = 5_000) {
      if (!(await wait(ms))) throw new Error(`No event within ${ms} ms. Received: ${received}`)
      return events[taken++] as StreamEvent
    },
    async quiet(ms) {
      if (await wait(ms)) throw new Error(`An event arrived: ${JSON.stringify(events.slice(taken))}`)
    },
    ended,
    async close() {
      await reader.cancel()
      await ended
    },
  }
}

async function readEvents(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onPart: (text: string, event?: StreamEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const text = decoder.decode(piece.value, { stream: true })
    onPart(text)
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) onPart('', parseEvent(part))
  }
}

function parseEvent(part: string): StreamEvent {
  if (part.startsWith(':')) return { event: 'beat' }
  const [event = '', data = ''] = part.split('\n')
  return { event: event.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) }
}

/** Returns the versions of a receipt, which a change event has for a read in the same state. */
export function versionsOf(receipt: string): string {
  return receipt.split('.')[1] ?? ''
}

/** Returns the indexes of a change event. */
export function indexesOf({ event, data }: StreamEvent): readonly number[] {
  if (event !== 'change') throw new Error(`"${event}" is not a change: ${JSON.stringify(data)}`)
  return (data as readonly LiveChange[]).map(([index]) => index)
}
