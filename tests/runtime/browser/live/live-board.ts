/** A board whose server is a script: tests of live reads decide when it responds, and with what. */
import { vi } from 'vitest'
import { stub } from '../../../../runtime/src/browser/islands/stub.ts'
import { LiveReads } from '../../../../runtime/src/browser/live/live-reads.ts'
import type { ReadEntry } from '../../../../runtime/src/browser/live/read-entry.ts'
import type { TabEvents } from '../../../../runtime/src/browser/live/tab-stream.ts'

export const list = stub('api.board.list')
export const add = stub('api.board.add')
/** A list with a date, which the wire has as a string. */
export const listDays = stub('api.board.days', { decode: (wire) => new Date(wire as string) })

/** A request that waits for its response. */
export interface WaitingRequest {
  readonly path: string
  readonly input: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Responds with this envelope. */
  respond(answer: object, status?: number): Promise<void>
  /** The connection is lost. */
  lose(): Promise<void>
}

const waiting: WaitingRequest[] = []
/** Paths of all requests. */
export const sent: string[] = []
let events: TabEvents | undefined
/** Receipts that the tab watches. */
export let watched: readonly string[] = []

vi.stubGlobal('fetch', (path: string, init: { readonly headers: Record<string, string>; readonly body: string }) => {
  sent.push(path)
  return new Promise((resolve, reject) => {
    waiting.push({
      path,
      input: JSON.parse(init.body),
      headers: init.headers,
      async respond(answer, status = 200) {
        resolve(new Response(JSON.stringify(answer), { status }))
        await flush()
      },
      async lose() {
        reject(new TypeError('Failed to fetch'))
        await flush()
      },
    })
  })
})

export const reads = new LiveReads({
  batch: (change) => change(),
  loadStream: async () => ({
    watchTab(given) {
      events = given
      return {
        setReceipts(receipts) {
          watched = receipts
        },
      }
    },
  }),
})

/** Waits for the work that a response or an event causes. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** Takes the oldest request that waits. */
export function take(path: string): WaitingRequest {
  const request = waiting.shift()
  if (request?.path !== `/_fw/api/${path}`)
    throw new Error(`Expected ${path}, but the next request is ${request?.path}.`)
  return request
}

/** Paths of the requests that wait. */
export function listWaiting(): readonly string[] {
  return waiting.map(({ path }) => path)
}

/** A receipt for the tags `board`, whose data has this version. */
export function receipt(version: string, tags = 'board'): string {
  return `${tags}.${version}.sealed`
}

/** The stream reports that the data of `board` has these versions now. */
export async function report(version: string, tags = 'board'): Promise<void> {
  events?.change(new Map([[tags, version]]))
  await flush()
}

export async function wake(): Promise<void> {
  events?.wake()
  await flush()
}

export async function endSession(): Promise<void> {
  events?.endSession()
  await flush()
}

/** Hydrates a read as an island does. */
export async function open(value: unknown, version: string): Promise<ReadEntry> {
  const entry = reads.acquire(list, undefined)
  entry.hydrate({ value, receipt: receipt(version) })
  await flush()
  return entry
}

/** Ends all reads and requests of a test. */
export function reset(...entries: readonly ReadEntry[]): void {
  for (const entry of entries) {
    reads.release(entry)
    entry.end()
  }
  waiting.length = 0
  sent.length = 0
}
