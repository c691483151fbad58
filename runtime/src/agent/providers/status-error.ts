/** Errors of responses without a success status: their class, the provider's own message, and the wait that it requests. */
import { ProviderError, type ProviderFailure, type ResolvedModel } from '#contract/agent/model.ts'
import { type Fields, isRecord, toRecords } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { toText } from './format.ts'
import { hideKeys } from './hide-keys.ts'

const MAX_DETAIL = 2000

interface FailedResponse {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly body: string
}

/** Creates the error of a response. `title` is the name of the provider for display. */
export function createStatusError(
  { status, headers, body }: FailedResponse,
  { apiKey }: Pick<ResolvedModel, 'apiKey'>,
  title: string,
): ProviderError {
  const error = readError(body)
  const tooLong = status === 413 || (status === 400 && isTooLong(error, body))
  return new ProviderError(getFailure(status), tooLong ? describeTooLong(title) : getMessage(status, title), {
    status,
    detail: hideKeys(toText(error.message) || body, apiKey).slice(0, MAX_DETAIL),
    retryAfterMs: parseRetryAfter(headers) ?? readRetryInfo(error),
    // The official clients of Anthropic and OpenAI follow this header, too.
    isTooLong: tooLong,
    isFinal: headers.get('x-should-retry') === 'false' || error.code === 'insufficient_quota',
  })
}

/** How servers report a conversation that exceeds the context window. Only OpenAI and its followers have a code for it. */
const TOO_LONG =
  /prompt is too long|exceeds? (?:the )?(?:available )?context|context[ _](?:length|window|size)|exceeds the maximum number of tokens/i

/** Whether an error is about the length of the conversation. */
export function isTooLong({ code, type, message }: Fields, body = ''): boolean {
  return TOO_LONG.test(`${toText(code)} ${toText(type)} ${toText(message) || body}`)
}

export function describeTooLong(title: string): string {
  return `The conversation is too long for the model of ${title}. Begin a new one.`
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

/** Returns the `error` of a body: an object in every format, a string on some servers, in a list from Gemini's streams. */
function readError(body: string): Fields {
  const parsed = tryParseJson(body, undefined)
  const value = Array.isArray(parsed) ? parsed[0] : parsed
  const error = isRecord(value) ? value.error : undefined
  return isRecord(error) ? error : { message: error }
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function parseRetryAfter(headers: Pick<Headers, 'get'>): number | undefined {
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

/** Reads the wait that Google puts into the body: `{ '@type': '…RetryInfo', retryDelay: '34.4s' }`. */
function readRetryInfo({ details }: Fields): number | undefined {
  const info = toRecords(details).find((detail) => toText(detail['@type']).endsWith('.RetryInfo'))
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(toText(info?.retryDelay))?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}
