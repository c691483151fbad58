/** Requests of Lambda. srvx converts their events; this module handles requests that a web `Request` cannot represent. */
import type { handleLambdaEvent } from 'srvx/aws-lambda'
import { FwError } from '../contract/http/error.ts'
import { errorReply } from '../server/http/reply.ts'
import { toResponse } from '../wire/to-response.ts'

export type LambdaEvent = Parameters<typeof handleLambdaEvent>[1]
type Fetch = (request: Request) => Promise<Response>

const FORBIDDEN_METHODS = /^(?:connect|trace|track)$/i

/** A method is a token: https://www.rfc-editor.org/rfc/rfc9110.html#section-9.1 */
const METHOD = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * Converts an event with `convert`, which passes its request to `fetch` and returns the result of the invocation. Removes the body of GET
 * and HEAD, which a `Request` refuses. A request that isn't valid gets an error response, because a failed invocation would count as an
 * error of the app.
 */
export async function convertEvent<Result>(
  event: LambdaEvent,
  fetch: Fetch,
  convert: (event: LambdaEvent, fetch: Fetch) => Promise<Result>,
): Promise<Result> {
  let isConverted = false
  try {
    return await convert(removeUnreadableBody(event), async (request) => {
      isConverted = true
      return fetch(request)
    })
  } catch (error) {
    const refusal = isConverted ? undefined : findRefusal(event, error)
    if (refusal === undefined) throw error
    // The event still has the version that the result must have.
    return convert(createPlainEvent(event), async () => toResponse(errorReply(refusal)))
  }
}

/** Returns the response to a request that isn't valid; `undefined` if `error` has another reason, such as an unknown form of the event. */
function findRefusal(event: LambdaEvent, error: unknown): FwError | undefined {
  const method = readMethod(event)
  if (method === undefined) return undefined
  if (FORBIDDEN_METHODS.test(method))
    return new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
  const isInvalidUrl = (error as { readonly code?: unknown } | undefined)?.code === 'ERR_INVALID_URL'
  return isInvalidUrl || !METHOD.test(method) || hasInvalidHeader(event) ? new FwError('invalid_request') : undefined
}

/** Whether a header or cookie has a character that `Headers` refuses: one that isn't Latin-1, or a control character. */
function hasInvalidHeader({ headers, cookies }: { readonly headers?: unknown; readonly cookies?: unknown }): boolean {
  const values = [...Object.values(headers ?? {}), ...(Array.isArray(cookies) ? cookies : [])]
  return values.some((value) => typeof value === 'string' && /[\0\r\n\u0100-\uffff]/.test(value))
}

/** Returns the method of a request; `undefined` for any other event. */
function readMethod(event: LambdaEvent): string | undefined {
  const { httpMethod, requestContext } = event as {
    readonly httpMethod?: unknown
    readonly requestContext?: { readonly http?: { readonly method?: unknown } }
  }
  const method = httpMethod ?? requestContext?.http?.method
  return typeof method === 'string' ? method : undefined
}

function removeUnreadableBody(event: LambdaEvent): LambdaEvent {
  return /^(?:get|head)$/i.test(readMethod(event) ?? '') ? withoutBody(event) : event
}

function withoutBody(event: LambdaEvent): LambdaEvent {
  return { ...event, body: undefined } as LambdaEvent // each of its forms may have no body
}

/** Returns the event as a GET request of `/` without headers. */
function createPlainEvent(event: LambdaEvent): LambdaEvent {
  const { httpMethod, path, rawPath, requestContext } = event as {
    readonly httpMethod?: string
    readonly path?: string
    readonly rawPath?: string
    readonly requestContext?: { readonly http?: object; readonly domainName?: string }
  }
  const { http } = requestContext ?? {}
  return {
    ...withoutBody(event),
    ...(httpMethod !== undefined && { httpMethod: 'GET' }),
    ...(path !== undefined && { path: '/' }),
    ...(rawPath !== undefined && { rawPath: '/' }),
    rawQueryString: '',
    cookies: undefined,
    headers: {},
    requestContext: { ...requestContext, domainName: undefined, ...(http && { http: { ...http, method: 'GET' } }) },
  } as unknown as LambdaEvent // the same form as the event
}
