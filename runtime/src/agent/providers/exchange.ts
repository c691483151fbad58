/** One HTTP exchange with a provider: retries, the idle timeout, the caller's abort, and errors by class. */
import type { ModelRequest, ProviderFailure } from '#contract/agent/model.ts'
import { ProviderError } from '#contract/agent/model.ts'
import type { WireRequest } from './format.ts'

const IDLE_TIMEOUT_MS = 60_000
const RETRIES = 2

/** A provider that asks for a longer wait than this isn't retried, because a user is waiting. */
const MAX_WAIT_MS = 20_000

const FIRST_WAIT_MS = 400

/** Bytes of one response. */
const MAX_BYTES = 32 * 1_048_576

const MAX_DETAIL = 2000

/** Receives a piece of text and returns whether to continue. */
type PieceListener = (piece: string) => boolean | Promise<boolean>

/** A response with a success status. */
export interface ProviderResponse {
  readonly contentType: string
  /**
   * Passes pieces of text to `take` as they arrive, until the response ends or `take` returns `false`; a promise is
   * awaited.
   *
   * @throws ProviderError if the connection is lost, the provider is silent for too long, or the caller aborts.
   */
  read(take: PieceListener): Promise<void>
}

/**
 * Sends the request, with retries for 408, 429, 5xx and failed connections, as long as no byte of a response has been
 * passed on.
 *
 * @param title Name of the provider for display.
 * @throws ProviderError
 */
export async function exchange(request: ModelRequest, wire: WireRequest, title: string): Promise<ProviderResponse> {
  const { retries = RETRIES, signal } = request
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(request, wire, title)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const wait = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2)
      if (attempt >= retries || !mayRetry(error) || wait > MAX_WAIT_MS) throw error
      await pause(wait, signal, title)
    }
  }
}

function mayRetry({ failure, status }: ProviderError): boolean {
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
  const providerResponse: ProviderResponse = {
    contentType: response.headers.get('content-type') ?? '',
    read: (take) => readText(response, take, { watch, title }),
  }
  if (response.ok) return providerResponse
  throw await createStatusError(response, providerResponse, request, title)
}

interface Watch {
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

function watchSilence({ signal, idleTimeoutMs = IDLE_TIMEOUT_MS }: ModelRequest, title: string): Watch {
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

function createConnectionError(title: string, cause: unknown): ProviderError {
  const { message, cause: inner } = cause instanceof Error ? cause : new Error(String(cause))
  const detail = inner instanceof Error ? `${message}: ${inner.message}` : message
  return new ProviderError('unavailable', `${title} could not be reached.`, { detail, cause })
}

/** The reader is released however the reading ends, so that the connection closes as well. */
async function readText(
  response: Response,
  take: PieceListener,
  { watch, title }: { readonly watch: Watch; readonly title: string },
): Promise<void> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let isComplete = false
  try {
    while (reader !== undefined) {
      const { done, value } = await watch.race(reader.read())
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

async function createStatusError(
  response: Response,
  providerResponse: ProviderResponse,
  { model }: ModelRequest,
  title: string,
): Promise<ProviderError> {
  const errorBody = await collectText(providerResponse, 64 * 1024).catch(() => '')
  const { status } = response
  return new ProviderError(getFailure(status), getMessage(status, title), {
    status,
    detail: withoutKey(readErrorMessage(errorBody), model.apiKey).slice(0, MAX_DETAIL),
    retryAfterMs: parseRetryAfter(response.headers),
  })
}

function getFailure(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 ? 'unavailable' : 'rejected'
}

function getMessage(status: number, title: string): string {
  if (status === 401 || status === 403) return `${title} rejects the API key of this server.`
  if (status === 429) return `${title} limits the rate of requests at the moment.`
  return status >= 500 ? `${title} is unavailable at the moment.` : `${title} rejects the request.`
}

/**
 * Reads the message of an error. All three formats put it at `error.message`; a body that isn't JSON is shown
 * unchanged.
 */
function readErrorMessage(text: string): string {
  try {
    const parsed = JSON.parse(text) as { error?: { message?: unknown } | string } // any JSON, read with care below
    const error = Array.isArray(parsed) ? parsed[0]?.error : parsed?.error
    const message = typeof error === 'string' ? error : error?.message
    return typeof message === 'string' ? message : text
  } catch {
    return text
  }
}

function withoutKey(text: string, key: string): string {
  return key.length < 8 ? text : text.replaceAll(key, '***')
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function parseRetryAfter(headers: Headers): number | undefined {
  const exact = headers.get('retry-after-ms')
  const header = headers.get('retry-after')
  const ms =
    exact !== null
      ? Number(exact)
      : header === null
        ? Number.NaN
        : /^\s*\d/.test(header)
          ? Number(header) * 1000
          : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
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
