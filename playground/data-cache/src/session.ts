import { createSessionStore } from '@fw/runtime/server'

export interface RoasterySession {
  name: string
}

const DEMO_SECRET = 'roastery-demo-secret-that-everybody-can-read'

export default createSessionStore<RoasterySession>({ secret: secret(process.env) })

// The demo secret is public, so it would allow forged sessions. In production, the app doesn't start without a secret.
function secret(env: NodeJS.ProcessEnv): string | undefined {
  return env.SESSION_SECRET || (env.NODE_ENV === 'production' ? undefined : DEMO_SECRET)
}
