/** Lambda's events of requests. srvx converts them, except for those that no web `Request` can represent. */
import type { handleLambdaEvent } from 'srvx/aws-lambda'
import { FwError } from '../contract/http/error.ts'
import { errorReply } from '../server/http/reply.ts'
import { toResponse } from '../wire/to-response.ts'

export type LambdaEvent = Parameters<typeof handleLambdaEvent>[1]
type Fetch = (request: Request) => Promise<Response>

const FORBIDDEN_METHODS = /^(?:connect|trace|track)$/i

/**
 * Converts an event with `convert`, which passes its request to `fetch` and returns the result of the invocation. A `Request` ignores the
 * body of GET and HEAD here, and a request that isn't valid is refused: as a failed invocation it would count as an error of the app.
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
    const method = readMethod(event)
    if (isConverted || method === undefined) throw error
    const refusal = FORBIDDEN_METHODS.test(method)
      ? new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
      : new FwError('invalid_request')
    // The event still has the version that the result must have.
    return convert(createPlainEvent(event), async () => toResponse(errorReply(refusal)))
  }
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
