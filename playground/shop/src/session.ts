import { createSessionStore } from '@fw/runtime/server'

/** Data of the signed cookie. Guests only have a cart. */
export interface ShopSession {
  cartId?: string
  userId?: string
  /** As greeted in the header. */
  name?: string
  scopes: string[]
}

const DEMO_SECRET = 'halden-demo-secret-that-everybody-can-read'

export default createSessionStore<ShopSession>({ secret: secret(process.env) })

// The demo secret is public, so it would allow forged sessions. In production, the app doesn't start without a secret.
function secret(env: NodeJS.ProcessEnv): string | undefined {
  return env.SESSION_SECRET || (env.NODE_ENV === 'production' ? undefined : DEMO_SECRET)
}
