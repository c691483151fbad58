/** Calls functions of better-auth from API functions: cookies of the request in, cookies of the response out. */
import { type Ctx, FwError } from '@fw/runtime'
import { APIError } from 'better-auth'

interface AuthResult<Response> {
  readonly headers: Headers
  readonly response: Response
}

/**
 * Calls a function of better-auth with the headers of the request, and sends the cookies that it sets. Throws an `FwError`
 * with the message of better-auth if it refuses, or if the caller has made too many attempts.
 */
export async function callAuth<Response>(
  ctx: Ctx,
  call: (options: { readonly headers: Headers; readonly returnHeaders: true }) => Promise<AuthResult<Response>>,
): Promise<Response> {
  await ctx.countAttempt()
  try {
    const { headers, response } = await call({ headers: ctx.requestHeaders, returnHeaders: true })
    for (const cookie of headers.getSetCookie()) ctx.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    throw new FwError('account_refused', {
      status: error.statusCode,
      message: error.body?.message ?? 'That is not possible.',
      cause: error,
    })
  }
}
