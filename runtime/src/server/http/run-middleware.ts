/** The app's middleware: runs for a request, and again for each other path of the app that the request resolves to. */
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isThenable } from '#contract/thenable.ts'
import type { App } from '../app/app.ts'
import { type CallingExchange, withCaller } from '../caller-scope.ts'
import type { InnerRequest } from './inner-request.ts'
import { refuseThrownResponse } from './thrown-response.ts'

type Refusal = Response | undefined

const THROWN_RESPONSE = 'The middleware threw a Response. Return it instead.'

/** The members of an exchange that the middleware needs. */
export interface MiddlewareCaller extends CallingExchange {
  readonly app: Pick<App, 'policy' | 'host'>
  web(request?: FwRequest): Request
}

/** Returns the `Response` of the middleware, or `undefined` if the request may continue. */
export function runMiddleware(request: FwRequest, caller: MiddlewareCaller): Refusal | Promise<Refusal> {
  const { middleware } = caller.app.policy
  if (middleware === undefined) return undefined
  const run = () => refuseThrownResponse(() => middleware(caller.web(request)), THROWN_RESPONSE)
  const result: unknown = withCaller(caller, run)
  return isThenable(result) ? Promise.resolve(result).then(expectResponse) : expectResponse(result)
}

/**
 * Continues with another path of the request. Stages change the path only through this function, so that no page bypasses
 * the middleware.
 */
export function enterPath<Reply extends FwReply | Response | undefined>(
  inner: InnerRequest,
  caller: MiddlewareCaller,
  next: () => Reply | Promise<Reply>,
): Reply | Response | Promise<Reply | Response> {
  const refusal = runMiddleware(inner, caller)
  if (refusal instanceof Promise) return refusal.then((late): ReturnType<typeof next> | Response => late ?? next())
  return refusal ?? next()
}

/**
 * Any other value is a mistake of the app. The request must not continue, because the middleware may have intended to
 * refuse it.
 */
function expectResponse(result: unknown): Refusal {
  if (result === undefined || result instanceof Response) return result
  const type = result === null ? 'null' : typeof result
  throw new TypeError(
    `The middleware returned ${type === 'object' ? 'an object that is not a Response' : type === 'null' ? type : `a ${type}`}. Return a Response to end the request, or undefined to let it continue.`,
  )
}
