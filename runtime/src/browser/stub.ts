/** The browser's form of an api: a fetch with the api's own signature. The compiler writes one per export. */
import { API_PREFIX, ORIGIN_HEADER } from '#contract/path.ts'
import { currentOrigin, track } from './activity.ts'

/** What differs between the wire and the real values of an api; absent where nothing does. */
export interface StubCodec {
  encode?(input: unknown): unknown
  decode?(result: unknown): unknown
}

/** What a failed call rejects with: the error envelope of the server, or `unavailable` when there was no answer. */
export interface StubError extends Error {
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/** Calls the tool over `POST /_fw/api/<module>.<name>`. `tool` is its full name, `api.shop.search`. */
export function stub(tool: string, codec: StubCodec = {}): (input?: unknown) => Promise<unknown> {
  const url = API_PREFIX + tool.slice('api.'.length)
  return async (input = {}) => {
    const body = JSON.stringify(codec.encode ? codec.encode(input) : input)
    const { status, answer } = await track(postJson(url, body))
    if (answer.ok === true)
      return codec.decode && !isParked(tool, answer.result) ? codec.decode(answer.result) : answer.result
    const { message, error, code = 'internal', issues } = answer
    const text = message ?? error ?? `${tool} answered ${status}`
    throw Object.assign(new Error(text), { name: 'FwError', code, status, issues })
  }
}

/** A call that waits for approval answers its proposal, which is no result to decode. */
function isParked(tool: string, result: unknown): boolean {
  const parked = result as { readonly status?: unknown; readonly tool?: unknown } | null | undefined // any JSON value
  return parked?.status === 'proposal' && parked.tool === tool
}

/** What the server answers under `/_fw/`. */
interface Answer {
  readonly ok?: boolean
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly code?: string
  readonly issues?: StubError['issues']
}

/** Posts JSON as whoever calls now. Rejects with a `StubError` when there is no answer. */
export async function postJson(
  url: string,
  body: string,
): Promise<{ readonly status: number; readonly answer: Answer }> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (currentOrigin() === 'agent') headers[ORIGIN_HEADER] = 'agent'
  let status = 0
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    status = response.status
    return { status, answer: (await response.json()) as Answer } // the server writes nothing else under this path
  } catch (cause) {
    const message = status === 0 ? 'The server could not be reached.' : `The server answered ${status} without JSON.`
    throw Object.assign(new Error(message, { cause }), { name: 'FwError', code: 'unavailable', status })
  }
}
