/** The caller: the user of the session, the organisation that the session works in, and the scopes of both. */
import { rateLimit } from '@fw/runtime/server'
import { auth } from './auth.ts'
import { findMembership, type Membership } from './server/membership.ts'
import { isAdminEmail } from './settings.ts'

/** Scopes of each role. An API function lists the scopes that it needs. */
const ROLE_SCOPES: Readonly<Record<string, readonly string[]>> = {
  member: ['tasks'],
  admin: ['tasks', 'members'],
  owner: ['tasks', 'members', 'billing'],
}

/** Slows down guesses of passwords and floods of e-mails, by IP address. Behind a proxy, set `trustProxy`. */
const attempts = rateLimit({ name: 'accounts', limit: 30, windowMs: 60_000 })

interface Caller {
  readonly user: { readonly id: string; readonly name: string; readonly email: string } | undefined
  readonly userId: string | undefined
  readonly organization: Membership | undefined
  readonly scopes: string[]
  readonly path: string
  readonly query: URLSearchParams
  /** Headers of the request, which better-auth reads the session from. */
  readonly requestHeaders: Headers
  /** Counts an attempt. Throws if the caller has made too many. */
  readonly countAttempt: () => Promise<void>
}

export default async function ctxFor(req: Request): Promise<Caller> {
  const url = new URL(req.url)
  const countAttempt = () => attempts.check(req)
  const request = { path: url.pathname, query: url.searchParams, requestHeaders: req.headers, countAttempt }
  const found = req.headers.has('cookie') ? await auth.api.getSession({ headers: req.headers }) : null
  if (found === null) return { ...request, user: undefined, userId: undefined, organization: undefined, scopes: [] }
  const { id, name, email, emailVerified } = found.user
  const organization = await findMembership(id, found.session.activeOrganizationId ?? undefined)
  const scopes = [
    'account',
    ...(organization === undefined ? [] : (ROLE_SCOPES[organization.role] ?? [])),
    ...(emailVerified && isAdminEmail(email) ? ['site-admin'] : []),
  ]
  return { ...request, user: { id, name, email }, userId: id, organization, scopes }
}
