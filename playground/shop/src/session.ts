import { createSessionStore } from '@fw/runtime/server'

/** What the signed cookie says. Guests have a cart and nothing else. */
export interface ShopSession {
  cartId?: string
  userId?: string
  /** As greeted in the header. */
  name?: string
  scopes: string[]
}

const DEMO_SECRET = 'halden-demo-secret-that-everybody-can-read'

export default createSessionStore<ShopSession>({ secret: secret(process.env) })

// The demo secret is public: with it anybody could sign a session as anybody.
function secret(env: NodeJS.ProcessEnv): string {
  if (env.SESSION_SECRET !== undefined && env.SESSION_SECRET !== '') return env.SESSION_SECRET
  if (env.NODE_ENV !== 'production') return DEMO_SECRET
  throw new Error('Set SESSION_SECRET to a random string of 32 characters or more before starting in production.')
}
