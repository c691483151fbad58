/** The Content-Security-Policy of an app's pages: a nonce for each response, and the header that contains it. */
import { randomBytes } from 'node:crypto'
import { NONCE_HEADER } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isNonce, strictPolicy } from '#page/csp.ts'
import { isPublic } from '../http/cache-control.ts'
import type { CspOptions, FwServerOptions } from './options.ts'

/** The policy of one response. */
interface AnswerPolicy {
  readonly nonce: string
  readonly policy: string
}

/** Creates the policy of a response. Throws a `TypeError` for an app's own nonce or header that can't be sent. */
export type Csp = (request: FwRequest) => AnswerPolicy

/** A multiple of three bytes: base64 without padding. */
const NONCE_BYTES = 18

/** Returns undefined if the policy is off. Throws a `TypeError` immediately for a `header` that can't be sent. */
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
  // A request that bypassed the proxy has no nonce, or one that its sender chose.
  return given !== undefined && isNonce(given) ? given : createNonce()
}

/** Returns a random nonce. */
export function createNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64')
}

function compose(strict: string, nonce: string, header: NonNullable<CspOptions['header']>): string {
  if (typeof header === 'string') return `${strict}; ${header.replaceAll('{nonce}', nonce)}`
  return checkHeader(header(nonce, strict))
}

function checkHeader(value: unknown): string {
  if (typeof value === 'string' && /^[\t\x20-\x7e]+$/.test(value)) return value
  throw new TypeError(
    `csp.header must be one line of ASCII text, such as "img-src 'self'"; it is ${JSON.stringify(value)}.`,
  )
}

/**
 * Adds the policy to a reply that is a document without its own policy. Caches that visitors share must not store its nonce, even
 * if the page has set such a `cache-control`.
 */
export function underPolicy(reply: FwReply, { nonce, policy }: AnswerPolicy): FwReply {
  const { headers } = reply
  if (!isDocument(headers) || headers['content-security-policy'] !== undefined) return reply
  const added = { 'content-security-policy': policy, [NONCE_HEADER]: nonce }
  return { ...reply, headers: { ...headers, ...added, ...(isPublic(headers) && NO_STORE) } }
}

const NO_STORE = { 'cache-control': 'private, no-store' }

/** Whether a reply with these headers gets the policy of the app. */
export function isDocument(headers: FwReply['headers']): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}
