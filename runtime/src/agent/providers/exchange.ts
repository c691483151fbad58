/** One HTTP exchange with a provider: retries, silence that lasts too long, the caller's leave, errors by class. */
import type { ModelRequest, ProviderFailure } from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import type { WireRequest } from './format.ts'

const IDLE_TIMEOUT_MS = 60_000
const RETRIES = 2

/** A provider that asks for a longer wait than this is not asked again: a person is waiting. */
const LONGEST_WAIT_MS = 20_000

const FIRST_WAIT_MS = 400

/** Of one answer. */
const MAX_BYTES = 32 * 1_048_576

const LONGEST_DETAIL = 2000

/** Whether there should be more. */
export type TakePiece = (piece: string) => boolean | Promise<boolean>

/** An answer that began well. */
export interface ProviderResponse {
  readonly contentType: string
  /**
   * Hands over pieces of text as they arrive, until the answer ends or `take` answers false; a promise is waited for. Throws a
   * `ProviderError` when it breaks off, falls silent or the caller leaves.
   */
  read(take: TakePiece): Promise<void>
}

/**
 * Sends the request, again where it may help: 408, 429, 5xx and no connection, before a byte of the answer was handed on.
 * Throws a `ProviderError`. `title` is the provider as people call it.
 */
export async function exchange(request: ModelRequest, wire: WireRequest, title: string): Promise<ProviderResponse> {
  const { retries = RETRIES, signal } = request
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(request, wire, title)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const wait = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2)
      if (attempt >= retries || !mayRetry(error) || wait > LONGEST_WAIT_MS) throw error
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
    const answering = (request.fetch ?? fetch)(wire.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...wire.headers },
      body: JSON.stringify(wire.body),
      signal: watch.signal,
      // A key must not follow a redirect to somewhere else.
      redirect: 'error',
    })
    response = await watch.guard(answering)
  } catch (error) {
    watch.end()
    throw watch.reason() ?? noConnection(title, error)
  }
  const answer: ProviderResponse = {
    contentType: response.headers.get('content-type') ?? '',
    read: (take) => readText(response, take, { watch, title }),
  }
  if (response.ok) return answer
  throw await createRefusal(response, answer, request, title)
}

interface Watch {
  readonly signal: AbortSignal
  /**
   * `work`, or a rejection once the watch aborts. The signal is not enough: Node 20 forgets to abort a body when the request
   * that it belongs to has been collected as garbage. One work at a time.
   */
  guard<Result>(work: Promise<Result>): Promise<Result>
  /** Something arrived. */
  touch(): void
  end(): void
  /** Why it was aborted; undefined where it was not. */
  reason(): ProviderError | undefined
}

function watchSilence({ signal, idleTimeoutMs = IDLE_TIMEOUT_MS }: ModelRequest, title: string): Watch {
  const controller = new AbortController()
  let reason: ProviderError | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reject: (why: ProviderError) => void = () => undefined
  const abort = (why: ProviderError) => {
    reason ??= why
    controller.abort(reason)
    reject(reason)
  }
  const leave = () => abort(left(title))
  const touch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => abort(silent(title, idleTimeoutMs)), idleTimeoutMs)
  }
  // A signal that was aborted before never tells again.
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  touch()
  return {
    signal: controller.signal,
    guard: (work) =>
      new Promise((resolve, fail) => {
        reject = fail
        if (reason !== undefined) fail(reason)
        work.then(resolve, fail)
      }),
    touch,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    },
    reason: () => reason,
  }
}

function left(title: string): ProviderError {
  return new ProviderError('aborted', `The request to ${title} was cancelled.`)
}

function silent(title: string, ms: number): ProviderError {
  return new ProviderError('timeout', `${title} has not answered for ${ms / 1000} seconds.`)
}

function noConnection(title: string, cause: unknown): ProviderError {
  const { message, cause: inner } = cause instanceof Error ? cause : new Error(String(cause))
  const detail = inner instanceof Error ? `${message}: ${inner.message}` : message
  return new ProviderError('unavailable', `${title} could not be reached.`, { detail, cause })
}

/** The reader is let go of however the reading ends: then the connection closes, too. */
async function readText(
  response: Response,
  take: TakePiece,
  { watch, title }: { readonly watch: Watch; readonly title: string },
): Promise<void> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let isWhole = false
  try {
    while (reader !== undefined) {
      const { done, value } = await watch.guard(reader.read())
      if (done) break
      watch.touch()
      bytes += value.length
      if (bytes > MAX_BYTES)
        throw new ProviderError('invalid_response', `${title} answered more than ${MAX_BYTES / 1_048_576} MiB.`)
      const text = decoder.decode(value, { stream: true })
      const more = text === '' || take(text)
      // Guarded: who has left may not even take what has come.
      isWhole = more === false || (more !== true && !(await watch.guard(more)))
      if (isWhole) return
    }
    const rest = decoder.decode()
    if (rest !== '') await take(rest)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw watch.reason() ?? new ProviderError('unavailable', `The answer of ${title} broke off.`, { cause: error })
  } finally {
    watch.end()
    // Not waited for: nothing depends on when the connection is gone.
    if (isWhole && reader !== undefined) void readOut(reader)
    else reader?.cancel().catch(() => undefined)
  }
}

/** How long a provider has to end an answer of which all has come. */
const END_MS = 1_000

/** Only an answer that was read to its end leaves its connection to the next request. */
async function readOut(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => reader.cancel().catch(() => undefined), END_MS)
  timer.unref?.()
  try {
    while (!(await reader.read()).done);
  } catch {
    // It broke off: nobody misses anything.
  } finally {
    clearTimeout(timer)
  }
}

/** All of a text, up to a length that is enough. */
export async function collectText(
  { read }: Pick<ProviderResponse, 'read'>,
  enough = Number.POSITIVE_INFINITY,
): Promise<string> {
  let all = ''
  await read((piece) => {
    all += piece
    return all.length < enough
  })
  return all
}

async function createRefusal(
  response: Response,
  answer: ProviderResponse,
  { model }: ModelRequest,
  title: string,
): Promise<ProviderError> {
  const words = await collectText(answer, 64 * 1024).catch(() => '')
  const { status } = response
  return new ProviderError(getFailure(status), getMessage(status, title), {
    status,
    detail: withoutKey(readErrorMessage(words), model.apiKey).slice(0, LONGEST_DETAIL),
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
  if (status === 401 || status === 403) return `${title} refuses the key of this server.`
  if (status === 429) return `${title} takes no more requests for now.`
  return status >= 500 ? `${title} is not available right now.` : `${title} refuses the request.`
}

/** All three formats put a message at `error.message`; what is no JSON is shown as it is. */
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
  const written = headers.get('retry-after')
  const ms =
    exact !== null
      ? Number(exact)
      : written === null
        ? Number.NaN
        : /^\s*\d/.test(written)
          ? Number(written) * 1000
          : Date.parse(written) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

async function pause(ms: number, signal: AbortSignal | undefined, title: string): Promise<void> {
  if (signal?.aborted) throw left(title)
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(left(title))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
