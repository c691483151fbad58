import { createSessionStore } from '@fw/runtime/server'

export interface RoasterySession {
  name: string
}

const DEMO_SECRET = 'roastery-demo-secret-that-everybody-can-read'

export default createSessionStore<RoasterySession>({ secret: secret(process.env) })

// With the demo secret anybody could sign a session as anybody. In production a missing one stops the start.
function secret(env: NodeJS.ProcessEnv): string | undefined {
  return env.SESSION_SECRET || (env.NODE_ENV === 'production' ? undefined : DEMO_SECRET)
}
