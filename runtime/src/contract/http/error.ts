/**
 * The only table of built-in error codes, and the error classes. Only the edge turns an error into an envelope; `detail`
 * and `cause` are logged, never sent.
 */

import type { Issue } from '../schema/validation.ts'
import { FW_ERROR } from './error-mark.ts'
import { isSendable } from './header-value.ts'
import { describeOwnCode, isOwnCode } from './own-error-code.ts'

interface ErrorRow {
  readonly status: number
  /** Sent as `error` if the error has no message of its own. */
  readonly text: string
  /** The envelope's `error` is the code itself, and the text is in `message`. */
  readonly codeIsError?: true
}

/** Error code -> HTTP status and public message. */
export const ERRORS = {
  invalid_json: { status: 400, text: 'The request body is not valid JSON.' },
  invalid_input: { status: 400, text: 'The input does not match the schema of the tool.' },
  invalid_request: { status: 400, text: 'The request is malformed.' },
  agent_required: { status: 401, text: 'This app serves agents only when their request is signed.', codeIsError: true },
  unauthenticated: { status: 401, text: 'Sign in first.' },
  forbidden: { status: 403, text: 'Agents may not call this tool.' },
  rejected: { status: 403, text: 'A user rejected this call. It did not run.' },
  out_of_scope: { status: 403, text: 'The caller lacks a scope that this tool needs.' },
  cross_site_denied: { status: 403, text: 'Cross-site requests may not change anything here.' },
  unknown_host: {
    status: 403,
    text: 'Unknown host. Add it to allowedHosts, or set siteUrl.',
  },
  not_found: { status: 404, text: 'Not found.' },
  unknown_tool: { status: 404, text: 'Unknown tool.' },
  unknown_proposal: { status: 404, text: 'No pending proposal has this id.' },
  method_not_allowed: { status: 405, text: 'This method is not allowed here.' },
  request_timeout: { status: 408, text: 'The request did not arrive in time.' },
  input_required: { status: 409, text: 'The tool needs more input from its caller.' },
  already_sent: {
    status: 409,
    text: 'This form was sent before, with other values. Check the result of that submission. If you still want to send the new values, send the form again.',
  },
  stale_client: { status: 409, text: 'This page is from an earlier version of the app. Reload it, and try again.' },
  expired: { status: 410, text: 'The call was not approved in time. It did not run.' },
  payload_too_large: { status: 413, text: 'The request body is larger than this server accepts.' },
  unsupported_media_type: { status: 415, text: 'Send application/json without a content encoding.' },
  stream_not_resumable: { status: 422, text: 'This stream cannot be resumed.', codeIsError: true },
  upgrade_required: { status: 426, text: 'This path only accepts WebSocket connections.' },
  rate_limited: { status: 429, text: 'Too many requests; try again later.' },
  internal: { status: 500, text: 'Error: internal error' },
  interrupted: {
    status: 500,
    text: 'Interrupted, outcome unknown. The server stopped while the call ran. Check what the call has changed before you ask for it again.',
  },
  provider_error: { status: 502, text: 'The model provider failed.' },
  unavailable: { status: 503, text: 'A service that this needs is not available right now.' },
  channel_unconfigured: { status: 503, text: 'This channel has no secret configured.', codeIsError: true },
} as const satisfies Record<string, ErrorRow>

/** A built-in error code. */
export type ErrorCode = keyof typeof ERRORS

/** A built-in error code, or a code of the app. The built-in codes are suggested. */
export type AnyErrorCode = ErrorCode | (string & Record<never, never>)

/** Returns the row of a built-in code, or undefined for any other value. */
function findRow(code: string): ErrorRow | undefined {
  return Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : undefined
}

/** Returns the status of an error as a member, where only a code is sent: built-in codes have only one status. */
export function getOwnStatus({ code, status }: Pick<FwError, 'code' | 'status'>): { readonly status?: number } {
  return findRow(code) === undefined ? { status } : {}
}

/** Describes why an error can't have this code with this status; undefined if it can. */
export function describeCodeProblem(code: unknown, status: unknown): string | undefined {
  const row = typeof code === 'string' ? findRow(code) : undefined
  if (row === undefined) return isOwnCode(code, status) ? undefined : describeOwnCode(code)
  if (status === row.status) return undefined
  return `FwError: the status of "${code}" is ${row.status}. Leave it out, or choose a code of your own.`
}

interface FwErrorOptions {
  /** Public message; the table's message when absent. */
  readonly message?: string
  /** Problems in the input with their paths; sent as `issues`. */
  readonly issues?: readonly Issue[]
  /** For the log only; never sent. */
  readonly detail?: unknown
  /** For the log only; never sent. */
  readonly cause?: unknown
  /**
   * Extra response headers (`Allow`, `WWW-Authenticate`, `Retry-After`). A header that can't be sent throws a `TypeError`.
   */
  readonly headers?: Readonly<Record<string, string>>
}

/** Options of an error with a code of the app. */
interface OwnErrorOptions extends FwErrorOptions {
  /** HTTP status of the response: an integer from 400 to 599. */
  readonly status: number
  /** Public message. It is sent with every status, also from 500 on. */
  readonly message: string
}

/** Options of an error with a built-in code. */
interface BuiltInErrorOptions extends FwErrorOptions {
  /** Status of the code, which the code decides. Another one throws a `TypeError`. */
  readonly status?: number
}

/**
 * An error whose message may be shown to callers. A built-in code decides the HTTP status:
 * `throw new FwError('out_of_scope')`, or `throw new FwError('invalid_input', { message, issues })`. A code of your own
 * needs a status and a message: `throw new FwError('sold_out', { status: 409, message: 'The last one is sold.' })`.
 *
 * @throws TypeError for an own code that isn't in snake_case, its missing status or message, and for a built-in code with
 * another status.
 */
export class FwError extends Error {
  readonly code: AnyErrorCode
  readonly status: number
  readonly issues: readonly Issue[] | undefined
  readonly detail: unknown
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, options?: BuiltInErrorOptions)
  constructor(code: string, options: OwnErrorOptions)
  constructor(code: string, options: Partial<OwnErrorOptions> = {}) {
    const row = findRow(code)
    const { message = row?.text, status = row?.status } = options
    const problem = describeCodeProblem(code, status)
    if (problem !== undefined) throw new TypeError(problem)
    if (typeof message !== 'string' || status === undefined) throw new TypeError(describeOwnCode(code))
    // Headers that no host can send fail here, where they are set, and not when the response is sent.
    if (options.headers !== undefined) expectSendable(options.headers)
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.status = status
    this.issues = options.issues
    this.detail = options.detail
    this.headers = options.headers
  }

  /** Recognized by `isFwError`, also in a process with two copies of this package. */
  get [FW_ERROR](): true {
    return true
  }
}

/**
 * Checks headers. `Headers` accepts control characters that hosts refuse. It is used only for headers that the pattern
 * doesn't accept, because on Node a mere reference to it loads all of `fetch`.
 */
function expectSendable(given: Readonly<Record<string, string>>): void {
  const plain = ([name, value]: [string, unknown]) =>
    /^[a-z\d-]+$/i.test(name) && typeof value === 'string' && isSendable(value)
  if (Object.entries(given).every(plain)) return
  for (const [name, value] of new Headers(given))
    if (!isSendable(value))
      throw new TypeError(`The header "${name}" of an FwError has a control character, which cannot be sent.`)
}

/** A refused call: an agent-origin call of a `forbidden` tool. */
export class FwIntentError extends FwError {
  readonly tool: string

  constructor(tool: string, options: FwErrorOptions = {}) {
    super('forbidden', options)
    this.tool = tool
  }
}

/** The body of an error response: `{ ok: false, error, code, issues?, message? }`. */
export interface ErrorEnvelope {
  readonly ok: false
  readonly error: string
  readonly code: AnyErrorCode
  readonly message?: string
  readonly issues?: readonly Issue[]
}

/** Returns the envelope of an error with a public message. Unexpected errors use `internalEnvelope`. */
export function toEnvelope(error: FwError): ErrorEnvelope {
  const base = findRow(error.code)?.codeIsError
    ? { ok: false as const, error: error.code, code: error.code, message: error.message }
    : { ok: false as const, error: error.message, code: error.code }
  return error.issues === undefined ? base : { ...base, issues: error.issues }
}
