import { createSessionStore } from '@fw/runtime/server'

export interface AppSession {
  userId: string
  scopes: string[]
}

export default createSessionStore<AppSession>({ secret: 'a secret of these tests only' })
