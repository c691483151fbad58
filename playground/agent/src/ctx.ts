import { FwError } from '@fw/runtime'
import type { CtxFacts } from '@fw/runtime/server'
import { isRemoved } from './data/staff.ts'
import { limitRequests } from './limits.ts'

/** The caller: a member of staff, or an anonymous customer. */
export default function ctxFor(request: Request, { session }: CtxFacts) {
  const { pathname } = new URL(request.url)
  const staff = session !== undefined && !isRemoved(session.userId) ? session : undefined
  // The model costs money, and its tools are those of staff.
  if (/^\/_fw\/(?:agent|llm|a2a)(?:\/|$)/.test(pathname) && staff === undefined) throw new FwError('unauthenticated')
  return {
    userId: staff?.userId,
    userName: staff?.name,
    scopes: staff?.scopes ?? [],
    path: pathname,
    limit: limitRequests(request),
  }
}
