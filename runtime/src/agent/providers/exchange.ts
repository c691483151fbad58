/** One HTTP exchange with a provider: retries, the idle timeout, the caller's abort, and errors by class. */
import type { ModelRequest } from '#contract/agent/model.ts'
import { ProviderError } from '#contract/agent/model.ts'
import type { WireRequest } from './format.ts'
import { toResponseFacts } from './response-facts.ts'
import { type IncomingBody, type IncomingResponse, sendByFetch, sendRequest } from './send-request.ts'
import { createStatusError } from './status-error.ts'

const IDLE_TIMEOUT_MS = 60_000
const RETRIES = 2

/** A provider that asks for a longer wait than this isn't retried, because a user is waiting. */
const MAX_WAIT_MS = 20_000

const FIRST_WAIT_MS = 400

/** Bytes of one response. */
const MAX_BYTES = 32 * 1_048_576

/** Receives a piece of text and returns whether to continue. */
type PieceListener = (piece: string) => boolean | Promise<boolean>

/** A response with a success status. */
export interface ProviderResponse {
  readonly contentType: string
  /**
   * Passes pieces of text to `take` as they arrive, until the response ends or `take` returns `false`; a promise is
   * awaited. While `mayEnd` returns `true`, a second without data ends the response too.
   *
   * @throws ProviderError if the connection is lost, the provider is silent for too long, or the caller aborts.
   */
  read(take: PieceListener, mayEnd?: () => boolean): Promise<void>
}

/**
 * Sends the request, as long as no byte of a response has been passed on.
 *
 * @param title Name of the provider for display.
 * @throws ProviderError
 */
export function exchange(request: ModelRequest, wire: WireRequest, title: string): Promise<ProviderResponse> {
  return retry(request, title, () => attemptOnce(request, wire, title))
}

/** Repeats an attempt that fails with 408, 429, 5xx or a lost connection, after the wait that the provider requests. */
export async function retry<Result>(
  { retries = RETRIES, signal }: ModelRequest,
  title: string,
  attemptAgain: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptAgain()
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const wait = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2)
      if (attempt >= retries || !mayRetry(error) || wait > MAX_WAIT_MS) throw error
      await pause(wait, signal, title)
    }
  }
}

function mayRetry({ failure, status, isFinal }: ProviderError): boolean {
  if (isFinal) return false
  return failure === 'rate_limited' || failure === 'unavailable' || status === 408
}

async function attemptOnce(request: ModelRequest, wire: WireRequest, title: string): Promise<ProviderResponse> {
  const watch = watchSilence(request, title)
  const send = request.fetch === undefined ? sendRequest : sendByFetch(request.fetch)
  let response: IncomingResponse
  try {
    const headers = { 'content-type': 'application/json', ...wire.headers }
    response = await watch.race(send({ url: wire.url, headers, body: JSON.stringify(wire.body), signal: watch.signal }))
  } catch (error) {
    watch.end()
    throw watch.reason() ?? createConnectionError(title, error)
  }
  const { status, headers, body } = response
  request.onResponse?.(toResponseFacts(status, headers))
  const providerResponse: ProviderResponse = {
    contentType: headers.get('content-type') ?? '',
    read: (take, mayEnd = () => false) => readText(body, take, { watch, title, mayEnd }),
  }
  if (status >= 200 && status < 300) return providerResponse
  const text = await collectText(providerResponse, 64 * 1024).catch(() => '')
  throw createStatusError({ status, headers, body: text }, request.model, title)
}

export interface Watch {
  readonly signal: AbortSignal
  /**
   * Resolves with `work`, or rejects once the watch aborts. The signal isn't enough: Node 20 doesn't abort a body
   * whose request has been garbage-collected. Supports one `work` at a time.
   */
  race<Result>(work: Promise<Result>): Promise<Result>
  /** Restarts the idle timeout. */
  restartTimeout(): void
  end(): void
  /** The reason of the abort; `undefined` if there was none. */
  reason(): ProviderError | undefined
}

export function watchSilence({ signal, idleTimeoutMs = IDLE_TIMEOUT_MS }: ModelRequest, title: string): Watch {
  const controller = new AbortController()
  let reason: ProviderError | undefined
  let reject: (reason: ProviderError) => void = () => undefined
  let hasEnded = false
  const abort = (failure: ProviderError) => {
    reason ??= failure
    controller.abort(reason)
    reject(reason)
  }
  const timer = setTimeout(() => abort(createTimeoutError(title, idleTimeoutMs)), idleTimeoutMs)
  const leave = () => abort(createAbortError(title))
  // A signal that has already aborted fires no event.
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    race: (work) =>
      new Promise((resolve, fail) => {
        reject = fail
        if (reason !== undefined) fail(reason)
        work.then(resolve, fail)
      }),
    restartTimeout() {
      if (!hasEnded) timer.refresh()
    },
    end() {
      hasEnded = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    },
    reason: () => reason,
  }
}

function createAbortError(title: string): ProviderError {
  return new ProviderError('aborted', `The request to ${title} was cancelled.`)
}

function createTimeoutError(title: string, ms: number): ProviderError {
  return new ProviderError('timeout', `${title} has not responded for ${ms / 1000} seconds.`)
}

export function createConnectionError(title: string, cause: unknown): ProviderError {
  const { message, cause: inner } = cause instanceof Error ? cause : new Error(String(cause))
  const detail = inner instanceof Error ? `${message}: ${inner.message}` : message
  return new ProviderError('unavailable', `${title} could not be reached.`, { detail, cause })
}

/** Time in milliseconds that a provider has to end a response whose content is complete. */
const END_MS = 1_000

interface ReadOptions {
  readonly watch: Watch
  readonly title: string
  readonly mayEnd: () => boolean
}

/** The connection is released however the reading ends. */
async function readText(body: IncomingBody, take: PieceListener, options: ReadOptions): Promise<void> {
  const { watch, title } = options
  let hasEnded = false
  let isComplete = false
  try {
    hasEnded = await watch.race(readPieces(body, take, options))
    isComplete = true
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw watch.reason() ?? new ProviderError('unavailable', `The response of ${title} ended early.`, { cause: error })
  } finally {
    watch.end()
    if (!isComplete) body.close()
    else if (!hasEnded) body.drain(END_MS)
  }
}

/** Resolves with whether the response has ended; otherwise its content is complete. */
async function readPieces(
  body: IncomingBody,
  take: PieceListener,
  { watch, title, mayEnd }: ReadOptions,
): Promise<boolean> {
  const decoder = new TextDecoder()
  let bytes = 0
  let isOver = false
  let silence: ReturnType<typeof setTimeout> | undefined
  let endBySilence: () => void = () => undefined
  const silent = new Promise<boolean>((resolve) => {
    endBySilence = () => resolve(false)
  })
  const read = body.read((piece) => {
    if (isOver) return false
    watch.restartTimeout()
    clearTimeout(silence)
    bytes += piece.length
    if (bytes > MAX_BYTES)
      throw new ProviderError('invalid_response', `${title} sent a response of more than ${MAX_BYTES / 1_048_576} MiB.`)
    const text = decoder.decode(piece, { stream: true })
    const more = text === '' || take(text)
    if (more !== false && mayEnd()) silence = setTimeout(endBySilence, END_MS)
    return more
  })
  try {
    const hasEnded = await Promise.race([read, silent])
    const rest = hasEnded ? decoder.decode() : ''
    if (rest !== '') await take(rest)
    return hasEnded
  } finally {
    isOver = true
    clearTimeout(silence)
  }
}

/** Collects the text, at least up to the length `enough`. */
export async function collectText(
  { read }: Pick<ProviderResponse, 'read'>,
  minLength = Number.POSITIVE_INFINITY,
): Promise<string> {
  let collected = ''
  await read((piece) => {
    collected += piece
    return collected.length < minLength
  })
  return collected
}

async function pause(ms: number, signal: AbortSignal | undefined, title: string): Promise<void> {
  if (signal?.aborted) throw createAbortError(title)
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(createAbortError(title))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
