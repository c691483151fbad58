/** One HTTP exchange with a provider: retries, the idle timeout, the caller's abort, and errors by class. */
import type { ModelRequest } from '#contract/agent/model.ts'
import { ProviderError } from '#contract/agent/model.ts'
import type { WireRequest } from './format.ts'
import { toResponseFacts } from './response-facts.ts'
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
  let response: Response
  try {
    const responding = (request.fetch ?? fetch)(wire.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...wire.headers },
      body: JSON.stringify(wire.body),
      signal: watch.signal,
      // A redirect must not carry the key to another host.
      redirect: 'error',
    })
    response = await watch.race(responding)
  } catch (error) {
    watch.end()
    throw watch.reason() ?? createConnectionError(title, error)
  }
  request.onResponse?.(toResponseFacts(response.status, response.headers))
  const providerResponse: ProviderResponse = {
    contentType: response.headers.get('content-type') ?? '',
    read: (take, mayEnd = () => false) => readText(response, take, { watch, title, mayEnd }),
  }
  if (response.ok) return providerResponse
  const body = await collectText(providerResponse, 64 * 1024).catch(() => '')
  throw createStatusError({ status: response.status, headers: response.headers, body }, request.model, title)
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
  let timer: ReturnType<typeof setTimeout> | undefined
  let reject: (reason: ProviderError) => void = () => undefined
  const abort = (failure: ProviderError) => {
    reason ??= failure
    controller.abort(reason)
    reject(reason)
  }
  const leave = () => abort(createAbortError(title))
  const restartTimeout = () => {
    clearTimeout(timer)
    timer = setTimeout(() => abort(createTimeoutError(title, idleTimeoutMs)), idleTimeoutMs)
  }
  // A signal that has already aborted fires no event.
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  restartTimeout()
  return {
    signal: controller.signal,
    race: (work) =>
      new Promise((resolve, fail) => {
        reject = fail
        if (reason !== undefined) fail(reason)
        work.then(resolve, fail)
      }),
    restartTimeout,
    end() {
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

/** The reader is released however the reading ends, so that the connection closes as well. */
async function readText(
  response: Response,
  take: PieceListener,
  { watch, title, mayEnd }: { readonly watch: Watch; readonly title: string; readonly mayEnd: () => boolean },
): Promise<void> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let isComplete = false
  try {
    while (reader !== undefined) {
      const { done, value } = await watch.race(mayEnd() ? readSoon(reader) : reader.read())
      if (done) break
      watch.restartTimeout()
      bytes += value.length
      if (bytes > MAX_BYTES)
        throw new ProviderError(
          'invalid_response',
          `${title} sent a response of more than ${MAX_BYTES / 1_048_576} MiB.`,
        )
      const text = decoder.decode(value, { stream: true })
      const more = text === '' || take(text)
      // Guarded, because a caller that has aborted may never resolve it.
      isComplete = more === false || (more !== true && !(await watch.race(more)))
      if (isComplete) return
    }
    const rest = decoder.decode()
    if (rest !== '') await take(rest)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw watch.reason() ?? new ProviderError('unavailable', `The response of ${title} ended early.`, { cause: error })
  } finally {
    watch.end()
    // Not awaited, because nothing depends on when the connection closes.
    if (isComplete && reader !== undefined) void drain(reader)
    else reader?.cancel().catch(() => undefined)
  }
}

/** Time in milliseconds that a provider has to end a response whose content is complete. */
const END_MS = 1_000

type TextReader = ReadableStreamDefaultReader<Uint8Array>

/** Reads the next piece of a response that may be complete; a response without further data ends here. */
async function readSoon(reader: TextReader): ReturnType<TextReader['read']> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<Awaited<ReturnType<TextReader['read']>>>((resolve) => {
    timer = setTimeout(() => resolve({ done: true, value: undefined }), END_MS)
  })
  return Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer))
}

/** Reads a response to its end, because only then can the next request reuse its connection. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => reader.cancel().catch(() => undefined), END_MS)
  timer.unref?.()
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection was lost, but the content is already complete.
  } finally {
    clearTimeout(timer)
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
