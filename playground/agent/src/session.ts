import { createSessionStore, env } from '@fw/runtime/server'

/** The payload of the cookie of a member of staff. Customers have no session: a link opens their ticket. */
export interface StaffSession {
  userId: string
  name: string
  scopes: string[]
}

// Anyone can read this secret, so production doesn't start with it.
const DEVELOPMENT_SECRET = 'the secret of development, which signs no session in production'
const isProduction = process.env.NODE_ENV === 'production'

const HOUR_MS = 60 * 60_000

export default createSessionStore<StaffSession>({
  secret: env.SESSION_SECRET ?? (isProduction ? undefined : DEVELOPMENT_SECRET),
  ttlMs: 12 * HOUR_MS,
  maxLifetimeMs: 7 * 24 * HOUR_MS,
})
