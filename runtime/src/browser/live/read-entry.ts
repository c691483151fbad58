/** One live read of this tab: an API with an input. Islands with the same read share it. */
import type { Origin } from '#contract/api.ts'
import { readReceipt } from '#contract/live/wire.ts'
import { currentOrigin, nextMoment } from '../calls/cause.ts'
import { shareValues } from './share-values.ts'

/** The result of a read. */
export interface ReadResult {
  readonly value: unknown
  /** Absent if the read has no tags. */
  readonly receipt: string | undefined
}

/** A change that a running call is expected to make. */
export interface Overlay {
  apply(value: unknown): unknown
  /** Moment at which the call has succeeded. Its effect is shown until a read that began later arrives. */
  doneAt?: number
}

/** The part of a read that doesn't change. */
interface ReadSource {
  readonly key: string
  /** Reads the data from the server. */
  fetch(origin: Origin): Promise<ReadResult>
  /** Converts a wire value; absent if only `fetch` can. */
  readonly decode: ((wire: unknown) => unknown) | undefined
  /** Called when the entry has another receipt. */
  onReceipt(): void
}

/**
 * Time in milliseconds for which a reported change waits for the response of a running call of this tab, which may contain
 * the changed value.
 */
const ECHO_MS = 300
/** Limits of the wait in milliseconds before a read is repeated that the server couldn't answer. */
const RETRY_MS = { first: 1000, last: 30_000 }

export class ReadEntry {
  readonly key: string
  readonly decode: ReadSource['decode']
  /** Called after a change of the members that islands show. */
  readonly listeners = new Set<() => void>()
  /** Number of islands that show it. */
  users = 0
  receipt: string | undefined
  /** The value to show: the server's, with the expected effects of running calls. */
  value: unknown
  hasValue = false
  /** Error of the last read, if it failed. */
  error: unknown
  /** Number of running calls of `refetch()`. */
  refetches = 0
  readonly #source: ReadSource
  readonly #origin: Origin
  /** The server's value. */
  #base: unknown
  #overlays: Overlay[] = []
  /** Moment at which the current value arrived. */
  #arrivedAt = 0
  /** Versions that the server has reported and this entry doesn't show yet; empty if it has to be read again in any case. */
  #expected: string | undefined
  /** Running calls whose response may contain the changed value. */
  #calls = 0
  #echo: ReturnType<typeof setTimeout> | undefined
  #fetching: Promise<void> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isEnded = false

  constructor(source: ReadSource) {
    this.key = source.key
    this.decode = source.decode
    this.#source = source
    // A change continues the read: it has the origin of the code that began it, and not that of the change.
    this.#origin = currentOrigin()
  }

  /** Returns the entry once it has a value. Rejects with the error of the first read. */
  load(): this | Promise<this> {
    if (this.hasValue) return this
    return (this.#fetching ?? this.#fetch(this.#origin)).then(() => {
      if (!this.hasValue) throw this.error
      return this
    })
  }

  /** Takes the value with which the server has rendered an island. */
  hydrate({ value, receipt }: ReadResult): void {
    if (!this.hasValue) this.#take(value, receipt)
    // Either may be newer.
    else if (!this.shows(receipt)) this.expect('')
  }

  /** Whether the server's value is that of a receipt. */
  shows(receipt: string | undefined): boolean {
    const versions = receipt && readReceipt(receipt).versions
    // Without versions, the server didn't know the state.
    return Boolean(versions) && versions === this.#readVersions()
  }

  /** Reads the data again with the origin of the running code. Resolves when it has arrived; never rejects. */
  async refetch(): Promise<void> {
    const origin = currentOrigin()
    this.refetches++
    this.#notify()
    // The running read may have begun before the change that the caller knows of.
    await this.#fetching
    await (this.#fetching ?? this.#fetch(origin))
    this.refetches--
    this.#notify()
  }

  /** Learns of the versions that the data has now; empty if they are unknown. */
  expect(versions: string): void {
    if (this.#expected !== '') this.#expected = versions
    this.#settle()
  }

  /** Repeats a read that has failed, here or on the server, or may fail: the user may have signed in since it was sent. */
  wake(): void {
    if (this.error !== undefined || !this.hasValue) this.expect('')
  }

  /** A call of this tab begins that may change the data. */
  beginCall(overlay: Overlay | undefined): void {
    this.#calls++
    if (overlay === undefined) return
    this.#overlays.push(overlay)
    this.#show()
  }

  /** Takes the value that the response of a call contains. Returns whether it is shown. */
  receive(sentAt: number, { value, receipt }: ReadResult, overlay: Overlay | undefined): boolean {
    const others = this.#overlays.some((other) => other !== overlay)
    if (!others && (sentAt > this.#arrivedAt || this.shows(receipt))) {
      this.#overlays = []
      this.#take(value, receipt)
      return true
    }
    // It may or may not contain the effects of the other calls, and the current value may be newer.
    this.#expected = ''
    return false
  }

  /** The call has ended. */
  endCall(overlay: Overlay | undefined, { isDone, isShown, isUnsure }: CallEnd): void {
    this.#calls--
    if (overlay !== undefined && !isShown) {
      if (isDone) overlay.doneAt = nextMoment()
      else this.#overlays = this.#overlays.filter((other) => other !== overlay)
      if (isDone || isUnsure) this.#expected = ''
      this.#show()
    }
    this.#settle()
  }

  /** No island shows it any more. */
  end(): void {
    this.#isEnded = true
    clearTimeout(this.#echo)
    clearTimeout(this.#retry)
  }

  #readVersions(): string | undefined {
    return this.hasValue && this.receipt !== undefined ? readReceipt(this.receipt).versions : undefined
  }

  /** Reads again what has changed, unless a response is on its way that may contain it. */
  #settle(): void {
    if (this.#expected === undefined || this.#fetching !== undefined || this.#isEnded) return
    if (this.#expected !== '' && this.#expected === this.#readVersions()) this.#expected = undefined
    else if (this.#calls === 0) void this.#fetch(this.#origin)
    else if (!this.#overlays.some(({ doneAt }) => doneAt === undefined))
      // Without an expected effect, a value that already contains it does no harm.
      this.#echo ??= setTimeout(() => {
        this.#echo = undefined
        if (this.#expected !== undefined && this.#fetching === undefined) void this.#fetch(this.#origin)
      }, ECHO_MS)
  }

  #fetch(origin: Origin): Promise<void> {
    const sentAt = nextMoment()
    clearTimeout(this.#retry)
    clearTimeout(this.#echo)
    this.#retry = undefined
    this.#echo = undefined
    this.#expected = undefined
    const fetching = this.#source.fetch(origin).then(
      (result) => this.#arrive(sentAt, result),
      (error: unknown) => this.#fail(error),
    )
    this.#fetching = fetching.finally(() => {
      this.#fetching = undefined
      if (this.#retry === undefined) this.#settle()
    })
    return this.#fetching
  }

  #arrive(sentAt: number, { value, receipt }: ReadResult): void {
    if (this.#isEnded) return
    this.#failures = 0
    if (sentAt > this.#arrivedAt) {
      this.#overlays = this.#overlays.filter(({ doneAt = Number.POSITIVE_INFINITY }) => doneAt > sentAt)
      this.#take(value, receipt)
    } else if (!this.shows(receipt)) this.#expected = ''
  }

  /** Keeps the last value, unless the caller may not read it any more, such as after another user has signed in. */
  #fail(error: unknown): void {
    if (this.#isEnded) return
    this.error = error
    if (isRefused(error)) this.#drop()
    this.#notify()
    if (!isPassing(error)) return
    this.#expected = ''
    const wait = Math.min(RETRY_MS.last, RETRY_MS.first * 2 ** this.#failures++)
    this.#retry = setTimeout(() => this.wake(), wait * (0.5 + Math.random() / 2))
  }

  #take(value: unknown, receipt: string | undefined): void {
    this.#base = value
    this.hasValue = true
    this.error = undefined
    this.#arrivedAt = nextMoment()
    const isSame = this.receipt === receipt
    this.receipt = receipt
    this.#show()
    if (!isSame) this.#source.onReceipt()
  }

  /** Keeps the receipt: after a change, the caller may be allowed to read again. */
  #drop(): void {
    this.#overlays = []
    this.#base = undefined
    this.value = undefined
    this.hasValue = false
  }

  #show(): void {
    if (this.hasValue) this.value = shareValues(this.value, this.#overlays.reduce(applyOverlay, this.#base))
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.listeners) listener()
  }
}

/** An error of the app's function doesn't stop its call. */
function applyOverlay(value: unknown, overlay: Overlay): unknown {
  try {
    return overlay.apply(value)
  } catch (error) {
    console.error('[fw] optimistic() of a live read failed.', error)
    return value
  }
}

/** The end of a call. */
interface CallEnd {
  /** Whether the call has succeeded. */
  readonly isDone: boolean
  /** Whether the value contains its effect. */
  readonly isShown: boolean
  /** Whether it may have succeeded, although it has failed. */
  readonly isUnsure: boolean
}

/** Whether the server has refused the caller. */
function isRefused(error: unknown): boolean {
  const { status } = (error ?? {}) as { readonly status?: unknown } // stubs reject with `CallError`
  return status === 401 || status === 403
}

/** Whether the server couldn't be reached, or was too busy, so that a later attempt may succeed. */
function isPassing(error: unknown): boolean {
  const { status } = (error ?? {}) as { readonly status?: unknown } // stubs reject with `CallError`
  return typeof status === 'number' && (status === 0 || status === 429 || (status >= 502 && status <= 504))
}
