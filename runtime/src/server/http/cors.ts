/** Cross-origin access to endpoints of the app (Fetch standard, CORS protocol). */
import type { Cors } from '#contract/http/cors.ts'
import { PROPOSAL_HEADER } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isSafeMethod } from '#identity/cross-site.ts'
import { mergeVary } from '#wire/vary.ts'

/** Time in seconds for which a browser may reuse the response to a preflight request. */
const PREFLIGHT_AGE = '600'
/** Response headers that scripts of the allowed sites may read, in addition to the headers that browsers always expose. */
const EXPOSED = `location, retry-after, ${PROPOSAL_HEADER}`
/** Types of bodies that browsers only send after a preflight request. */
const CHECKED_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Whether the changing request of another site is accepted. Without credentials only a request that needed a preflight
 * request counts, because the browser sends others with the cookies of the user.
 */
export function admitsOrigin(request: FwRequest, cors: Cors | undefined): boolean {
  if (cors === undefined || cors.isOpen || !isListedOrigin(request, cors)) return false
  return cors.credentials || needsPreflight(request)
}

function needsPreflight(request: FwRequest): boolean {
  const mode = request.header('sec-fetch-mode')
  // Such as a ping of a link, which has a type of its own and the cookies of the user.
  if (mode !== undefined && mode !== 'cors') return false
  if (request.method !== 'POST') return !isSafeMethod(request.method)
  return CHECKED_TYPE.test(request.header('content-type') ?? '')
}

/** Adds the headers that let scripts of the listed sites read a response, also of an error. */
export function withCors(request: FwRequest, cors: Cors | undefined, reply: FwReply): FwReply {
  if (cors === undefined) return reply
  const vary = mergeVary(reply.headers.vary?.toString(), 'origin')
  const allowed = isListedOrigin(request, cors) && {
    ...allowOrigin(request, cors),
    'access-control-expose-headers': EXPOSED,
  }
  return { ...reply, headers: { ...reply.headers, vary, ...allowed } }
}

/**
 * Returns the headers of the response to a preflight request; none if its origin isn't allowed. `cors`: that of the requested
 * method, if the endpoint has the method.
 */
export function createPreflightHeaders(request: FwRequest, cors: Cors | undefined): FwReply['headers'] {
  const method = request.header('access-control-request-method')
  const vary = { vary: 'origin, access-control-request-method, access-control-request-headers' }
  if (method === undefined || cors === undefined || !isListedOrigin(request, cors)) return vary
  const headers = request.header('access-control-request-headers')
  return {
    ...vary,
    ...allowOrigin(request, cors),
    'access-control-allow-methods': method,
    ...(headers !== undefined && isNameList(headers) && { 'access-control-allow-headers': headers }),
    'access-control-max-age': PREFLIGHT_AGE,
  }
}

/** Whether scripts of the requesting site may read the response. */
export function isListedOrigin(request: FwRequest, { isOpen, origins }: Cors): boolean {
  const origin = request.header('origin')
  return origin !== undefined && (isOpen || origins.has(origin))
}

function allowOrigin(request: FwRequest, { isOpen, credentials }: Cors): FwReply['headers'] {
  return {
    'access-control-allow-origin': isOpen ? '*' : (request.header('origin') ?? ''),
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
  }
}

/** The names are repeated in the response, so nothing else may be in the header. */
function isNameList(value: string): boolean {
  return value.length <= 1000 && value.split(',').every((name) => /^[\w-]+$/.test(name.trim()))
}
