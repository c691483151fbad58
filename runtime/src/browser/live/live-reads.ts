/** The live reads of this tab: their entries, the calls that change them, and the stream that reports changes. */
import type { AnyApi, Origin } from '#contract/api.ts'
import { readCallResponse } from '#contract/http/call-response.ts'
import {
  LIVE_HEADER,
  LIVE_READS_HEADER,
  type LiveEnvelope,
  MAX_READS_HEADER,
  readReceipt,
} from '#contract/live/wire.ts'
import type { FORM_TARGET, FormTarget } from '#contract/page/form.ts'
import type { HotMeta } from '#solid/islands/report-failure.ts'
import { announceSent } from '../calls/activity.ts'
import { currentOrigin, nextMoment, runWithOrigin } from '../calls/cause.ts'
import { agentHeaders, postJson } from '../calls/post-json.ts'
import { type SendCall, setSendLive } from './live-calls.ts'
import { type Overlay, ReadEntry, type ReadResult } from './read-entry.ts'
import { reportReads } from './report-reads.ts'
import type { Changes } from './stream-leader.ts'
import type { TabStream, watchTab } from './tab-stream.ts'

type Call = (input?: unknown) => Promise<unknown>
/** Calls an API whose stub sends through `send`. */
type CallThrough = (api: AnyApi, input: unknown, send: SendCall) => Promise<unknown>
type OptimisticFunction = (current: unknown, input: unknown) => unknown

/** Time in milliseconds after which a read without a response is made again. */
const READ_MS = 60_000

interface LiveReadsOptions {
  /** Runs a function that changes several reads, and shows the changes together. */
  batch(change: () => void): void
  /** Loads the code of the stream. */
  loadStream(): Promise<{ readonly watchTab: typeof watchTab }>
}

/** Sends the calls of all stubs from its creation on. */
export class LiveReads {
  readonly #entries = new Map<string, ReadEntry>()
  readonly #options: LiveReadsOptions
  #stream: TabStream | undefined
  #isLoading = false
  /** Sends the call that the running code makes. */
  #send: SendCall | undefined

  constructor(options: LiveReadsOptions) {
    this.#options = options
    setSendLive(this.send)
  }

  /** Sends a call of a stub, or a form. */
  readonly send: SendCall = (...call) => {
    const send = this.#send
    this.#send = undefined
    return send === undefined ? this.#sendChange(call) : send(...call)
  }

  /** Returns the entry of a read for an island, which releases it. Throws a `TypeError` for a function that isn't an API. */
  acquire(api: AnyApi, input: unknown): ReadEntry {
    const key = describeCall(api, input, this.#callThrough)
    const entry =
      this.#entries.get(key) ??
      new ReadEntry({
        key,
        decode: findDecode(api),
        fetch: (origin) => this.#read(api, input, origin),
        onReceipt: () => queueMicrotask(() => this.#updateStream()),
      })
    this.#entries.set(key, entry)
    entry.users++
    return entry
  }

  release(entry: ReadEntry): void {
    entry.users--
    // Another island of the same page may use it in this turn.
    setTimeout(() => {
      if (entry.users > 0 || this.#entries.get(entry.key) !== entry) return
      this.#entries.delete(entry.key)
      entry.end()
      this.#updateStream()
    })
  }

  /** Repeats the reads that have failed. */
  readonly wake = (): void => this.#forEach((entry) => entry.wake())

  /** Calls an API that changes the value of `entry`, which shows the expected value in the meantime. */
  call(entry: ReadEntry | undefined, api: AnyApi, input: unknown, optimistic?: OptimisticFunction): Promise<unknown> {
    const overlay = optimistic && { apply: (value: unknown) => optimistic(value, input) }
    return this.#callThrough(api, input, (...call) => this.#sendChange(call, entry, overlay))
  }

  readonly #callThrough: CallThrough = async (api, input, send) => {
    this.#send = send
    try {
      // A stub sends at once. Later calls are not part of this one.
      return (api as Call)(input)
    } finally {
      this.#send = undefined
    }
  }

  /** Sends a call that may change data, and takes the fresh values in the response before the caller gets its result. */
  async #sendChange(
    [url, body, headers, post = postJson]: Parameters<SendCall>,
    target?: ReadEntry,
    overlay?: Overlay,
  ): ReturnType<SendCall> {
    const { batch } = this.#options
    const reads = chooseReads(this.#entries.values(), target)
    const involved = new Set([...reads, ...(target ? [target] : [])])
    const sentAt = nextMoment()
    batch(() => {
      for (const entry of involved) entry.beginCall(entry === target ? overlay : undefined)
    })
    let answer: LiveAnswer = {}
    let status = 0
    try {
      const receipts = reads.map(({ receipt }) => receipt).join()
      const more = { ...(headers || undefined), ...(receipts && { [LIVE_READS_HEADER]: receipts }) }
      const response = await post(url, body, more)
      answer = response.answer
      status = response.status
      return response
    } finally {
      batch(() => {
        const shown = takeFresh(answer, reads, sentAt, overlay)
        for (const entry of involved)
          entry.endCall(entry === target ? overlay : undefined, {
            isDone: answer.ok === true,
            isShown: shown.has(entry),
            isUnsure: status === 0 || status >= 500,
          })
        // The call may have signed the user in.
        if (answer.ok) this.wake()
      })
    }
  }

  async #read(api: AnyApi, input: unknown, origin: Origin): Promise<ReadResult> {
    let receipt: string | undefined
    const send: SendCall = async (url, body, headers) => {
      const response = await postRead(url, body, { ...(headers || undefined), [LIVE_HEADER]: 'read' })
      receipt = (response.answer as LiveEnvelope).live
      return response
    }
    const value = await runWithOrigin(origin, () => this.#callThrough(api, input, send))
    return { value, receipt }
  }

  #updateStream(): void {
    const receipts = [...this.#entries.values()].flatMap(({ receipt }) => receipt ?? [])
    if ((import.meta as HotMeta).hot) reportReads(receipts)
    this.#stream?.setReceipts(receipts)
    if (receipts.length === 0 || this.#isLoading) return
    this.#isLoading = true
    this.#options.loadStream().then(
      ({ watchTab }) => {
        this.#stream = watchTab({
          change: (changed) => this.#change(changed),
          endSession: () => this.#forEach((entry) => entry.expect('')),
          wake: this.wake,
        })
        this.#updateStream()
      },
      // Offline, or the file is gone after a deploy: the next change of a receipt tries again.
      () => {
        this.#isLoading = false
      },
    )
  }

  #change(changed: Changes): void {
    this.#forEach((entry) => {
      const versions = entry.receipt && changed.get(readReceipt(entry.receipt).tags)
      if (versions !== undefined) entry.expect(versions)
    })
  }

  #forEach(change: (entry: ReadEntry) => void): void {
    this.#options.batch(() => {
      for (const entry of this.#entries.values()) change(entry)
    })
  }
}

/**
 * Posts a read, like `postJson`, and gives it up after a time: its connection may have been lost without a sign while the
 * computer slept.
 */
const postRead: SendCall = async (url, body, more) => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), READ_MS)
  const { signal } = abort
  const headers = { 'content-type': 'application/json', ...more, ...(currentOrigin() === 'agent' && agentHeaders()) }
  try {
    return await readCallResponse(() => fetch(url, { method: 'POST', headers, body, signal }))
  } finally {
    clearTimeout(timer)
    announceSent()
  }
}

interface LiveAnswer extends LiveEnvelope {
  readonly ok?: boolean
}

/** Returns the reads whose receipts fit into a header, that of `first` before the others. */
function chooseReads(entries: Iterable<ReadEntry>, first: ReadEntry | undefined): readonly ReadEntry[] {
  let space = MAX_READS_HEADER
  const sorted = [...entries].sort((a, b) => Number(b === first) - Number(a === first))
  return sorted.filter(({ receipt }) => {
    if (receipt === undefined || receipt.length > space) return false
    space -= receipt.length + 1
    return true
  })
}

/** Shows the fresh values of a response. Returns the reads that show one. */
function takeFresh(
  { fresh = [], stale = [] }: LiveAnswer,
  reads: readonly ReadEntry[],
  sentAt: number,
  overlay: Overlay | undefined,
): ReadonlySet<ReadEntry> {
  const shown = new Set<ReadEntry>()
  for (const { read, result, live } of fresh) {
    const entry = reads[read]
    const value = entry && decode(entry, result)
    if (value === undefined) entry?.expect('')
    else if (entry?.receive(sentAt, { ...value, receipt: live }, overlay)) shown.add(entry)
  }
  for (const read of stale) reads[read]?.expect('')
  return shown
}

/** Returns undefined for a value that only a read of its own can convert. */
function decode(entry: ReadEntry, wire: unknown): { readonly value: unknown } | undefined {
  try {
    return entry.decode && { value: entry.decode(wire) }
  } catch {
    return undefined
  }
}

/** The key is a literal, because importing it would load the code of forms. */
function findTarget(api: AnyApi): FormTarget | undefined {
  return (api as { readonly [Key in typeof FORM_TARGET]?: FormTarget })['fw:form']
}

/** Returns the decoder of an API; undefined for a function around one, which may change the value. */
function findDecode(api: AnyApi): ReadEntry['decode'] {
  const target = findTarget(api)
  return target && (target.decode ?? ((wire) => wire))
}

/** Returns a text that identifies the read of an API with an input. Throws a `TypeError` for a function that isn't an API. */
function describeCall(api: AnyApi, input: unknown, callThrough: CallThrough): string {
  let key: string | undefined
  const note: SendCall = (url, body) => {
    key = `${url} ${body}`
    throw 0 // the call is described only
  }
  callThrough(api, input, note).catch(() => undefined)
  if (key === undefined && findTarget(api) === undefined)
    throw new TypeError('The argument of live() is not an api. Import one from src/server.')
  // Without a key, the input can't be sent, which its own read reports.
  return key ?? `${nextMoment()}`
}
