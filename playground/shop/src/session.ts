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

// The demo secret is public: with it anybody could sign a session as anybody. In production a missing one stops the start.
function secret(env: NodeJS.ProcessEnv): string | undefined {
  return env.SESSION_SECRET || (env.NODE_ENV === 'production' ? undefined : DEMO_SECRET)
}
