import { notFound } from '@fw/runtime'
import type { EndpointEvent } from '@fw/runtime/h3'
import { auth } from '../../../auth.ts'

/** Links in e-mails, and the return from the OpenID Connect provider. */
const OPEN = /^(?:verify-email$|reset-password\/|callback\/|error$)/

/**
 * The endpoints of better-auth that browsers open. Everything else goes through `src/server/*.api.ts`, so that guards, scopes
 * and the audit log apply to it. If you use the client of better-auth, export `POST` too.
 */
export function GET(event: EndpointEvent<'/api/auth/[...path]'>): Promise<Response> {
  if (!OPEN.test(event.context.params.path)) notFound()
  return auth.handler(event.req)
}
