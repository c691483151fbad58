/** The Content-Security-Policy of an app's pages: a nonce for each answer, and the header that names it. */
import { randomBytes } from 'node:crypto'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { isNonce, strictPolicy } from '../page/csp.ts'
import type { CspOptions, FwServerOptions } from './options.ts'

/** What one answer says. */
export interface AnswerPolicy {
  readonly nonce: string
  readonly policy: string
}

/** Makes the policy of an answer. Throws a `TypeError` for a nonce or a header of the app's own that cannot be sent. */
export type Csp = (request: FwRequest) => AnswerPolicy

/** A multiple of three bytes: base64 without padding. */
const NONCE_BYTES = 18

/** Undefined where the app asks for none. Throws a `TypeError` at once for a `header` that cannot be sent. */
export function openCsp(option: FwServerOptions['csp']): Csp | undefined {
  if (option === undefined || option === false) return undefined
  const { nonce: source, header } = option === true ? {} : option
  if (typeof header === 'string') checkHeader(header)
  return (request) => {
    const nonce = readNonce(request, source)
    const strict = strictPolicy(nonce)
    return { nonce, policy: header === undefined ? strict : compose(strict, nonce, header) }
  }
}

function readNonce(request: FwRequest, source: CspOptions['nonce']): string {
  if (typeof source === 'function') return source(request.web)
  const given = source === undefined ? undefined : request.header(source.toLowerCase())
  // A request that came around the proxy has none, or what its sender likes.
  return given !== undefined && isNonce(given) ? given : randomBytes(NONCE_BYTES).toString('base64')
}

function compose(strict: string, nonce: string, header: NonNullable<CspOptions['header']>): string {
  if (typeof header === 'string') return `${strict}; ${header.replaceAll('{nonce}', nonce)}`
  return checkHeader(header(nonce, strict))
}

function checkHeader(value: unknown): string {
  if (typeof value === 'string' && /^[\t\x20-\x7e]+$/.test(value)) return value
  throw new TypeError(`csp.header must be one line of ASCII text, as "img-src 'self'"; it is ${JSON.stringify(value)}.`)
}

/** `reply` under the policy, when it is a document that brings none of its own. */
export function underPolicy(reply: FwReply, { nonce, policy }: AnswerPolicy): FwReply {
  const { headers } = reply
  const isDocument = String(headers['content-type'] ?? '').startsWith('text/html')
  if (!isDocument || headers['content-security-policy'] !== undefined) return reply
  return { ...reply, headers: { ...headers, 'content-security-policy': policy, 'x-fw-nonce': nonce } }
}
