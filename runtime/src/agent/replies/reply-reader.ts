/** Reads a reply that another process runs, from the store. */
import type { BodySink, PushedBody } from '#contract/http/request.ts'
import { DONE_TEXT, formatEvent } from '../stream-reply.ts'
import type { ReplyRecord, ReplyStore } from './reply-store.ts'

/** Time in milliseconds for which the first events are awaited before the response begins. */
const FIRST_MS = 1_000
/** Interval in milliseconds of the checks before the response begins. */
const EARLY_MS = 20
/** Interval in milliseconds of the checks for a lost signal, and of the reports that there is a reader. */
const CHECK_MS = 2_000
/** A process has ended if no report of it is found for this time in milliseconds. */
const SILENT_MS = 2_500

const INTERRUPTED = 'The reply was interrupted, because the server process that ran it has ended.'
const LOST = 'The next events of the reply have been removed.'

/** New events, which may be none; undefined if no other batch is stored yet. */
type Step = { readonly text: string; readonly end: 'done' | 'failed' | undefined } | 'lost' | undefined

/** Returns what is left of a reply after the event `after`: its body, nothing, or removed events. */
export async function openReply(
  store: ReplyStore,
  record: ReplyRecord,
  after: number,
): Promise<PushedBody | 'nothing' | 'lost'> {
  if (record.read !== undefined && after > record.read) return 'lost'
  if (record.read !== undefined && (after === 0 || after === record.read)) return 'nothing'
  const reader = new ReplyReader(store, record, after)
  await store.reportReader(record.id, true)
  const until = performance.now() + FIRST_MS
  for (;;) {
    const step = await reader.take()
    if (step === 'lost') return 'lost'
    if (step !== undefined && step.text !== '') return reader.open(step)
    if (step?.end !== undefined) return reader.isKnown ? 'nothing' : 'lost'
    if (step !== undefined) continue
    if (reader.hasFound && reader.isKnown) return reader.open(undefined)
    // Events that the client has received may be in the next batch.
    if (performance.now() > until) return reader.hasFound ? 'lost' : reader.open(undefined)
    await new Promise((resolve) => setTimeout(resolve, EARLY_MS))
  }
}

class ReplyReader {
  readonly #store: ReplyStore
  readonly #record: ReplyRecord
  /** Number of the last event that the client has received. */
  #after: number
  /** Number of the next batch. */
  #batch: number
  /** Number of the last event that was found. */
  #last = 0
  #hasLeft = false
  #hasSignal = false
  #wake: (() => void) | undefined
  #checkedAt = performance.now()
  /** When the process of the reply was first found to be silent. */
  #silentSince: number | undefined

  constructor(store: ReplyStore, record: ReplyRecord, after: number) {
    this.#store = store
    this.#record = record
    this.#after = after
    this.#batch = record.firstBatch
  }

  /** Whether events of the reply have been found. */
  get hasFound(): boolean {
    return this.#last > 0
  }

  /** Whether the last event that the client has received has been found. */
  get isKnown(): boolean {
    return this.#after <= this.#last
  }

  async take(): Promise<Step> {
    const batch = await this.#store.readBatch(this.#record.id, this.#batch)
    if (batch === undefined) return undefined
    this.#batch += 1
    const { first, events, end } = batch
    if (first > this.#after + 1) return 'lost'
    this.#last = first + events.length - 1
    const text = events.slice(Math.max(0, this.#after + 1 - first)).join('')
    this.#after = Math.max(this.#after, this.#last)
    return { text, end }
  }

  open(begin: Step): PushedBody {
    return {
      open: (sink) => void this.#send(begin, sink),
      cancel: () => {
        this.#hasLeft = true
        this.#signal()
      },
    }
  }

  /** Never rejects. */
  async #send(begin: Step, sink: BodySink): Promise<void> {
    const { id } = this.#record
    const endWait = this.#store.waitForBatch(id, () => this.#signal())
    const timer = setInterval(() => {
      void this.#store.reportReader(id, false).catch(() => undefined)
      this.#signal()
    }, CHECK_MS)
    timer.unref?.()
    try {
      // Hosts send the head of the response with the first text, so a comment is sent.
      if (begin === undefined) await sink.write(':\n\n')
      await this.#sendAll(begin, sink)
    } catch (error) {
      // The store is unavailable.
      sink.fail(error)
    } finally {
      endWait()
      clearInterval(timer)
    }
  }

  async #sendAll(begin: Step, sink: BodySink): Promise<void> {
    for (let step = begin; !this.#hasLeft; step = await this.take()) {
      if (step === 'lost') return this.#fail(sink, LOST, 'stream_not_resumable')
      if (step !== undefined) {
        if (step.text !== '') await sink.write(step.text)
        if (step.end !== undefined) return await this.#end(sink, step.end)
      } else if (await this.#hasEnded()) {
        const last = await this.take()
        if (last === undefined || last === 'lost') return await this.#interrupt(sink)
        await sink.write(last.text)
        if (last.end !== undefined) return await this.#end(sink, last.end)
      } else await this.#wait()
    }
  }

  /** Waits for a signal, which may have arrived already. */
  async #wait(): Promise<void> {
    if (!this.#hasSignal)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#hasSignal = false
  }

  #signal(): void {
    this.#hasSignal = true
    this.#wake?.()
  }

  /** Whether the process of the reply has ended, or has removed the reply. Checked from time to time. */
  async #hasEnded(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#checkedAt < CHECK_MS / 2) return false
    this.#checkedAt = now
    const { id, process } = this.#record
    const [record, isAlive] = await Promise.all([this.#store.readRecord(id), this.#store.isAlive(process)])
    // The oldest batches are removed from a long reply.
    if (record !== undefined && record.firstBatch > this.#batch) this.#batch = record.firstBatch
    if (record !== undefined && isAlive) this.#silentSince = undefined
    else this.#silentSince ??= now
    return this.#silentSince !== undefined && now - this.#silentSince >= SILENT_MS
  }

  async #end(sink: BodySink, end: 'done' | 'failed'): Promise<void> {
    if (end === 'failed') return sink.fail(new Error('The turn of the reply has failed.'))
    void sink.write(DONE_TEXT)
    sink.end()
    const record = await this.#store.readRecord(this.#record.id)
    if (record !== undefined) await this.#store.writeRecord({ ...record, read: this.#last })
  }

  /** The client learns of it once. */
  async #interrupt(sink: BodySink): Promise<void> {
    this.#fail(sink, INTERRUPTED, 'interrupted')
    await this.#store.removeRecord(this.#record.id)
  }

  #fail(sink: BodySink, errorText: string, code: string): void {
    const chunk = { type: 'error', errorText, ...(!this.#record.withOutputs && { code }) }
    void sink.write(formatEvent(this.#after + 1, chunk) + DONE_TEXT)
    sink.end()
  }
}
