import { createSessionStore, type SessionStore } from '@fw/runtime/server'
import { expectType } from '../equal.ts'

const secret = process.env.SESSION_SECRET
declare const older: string | undefined

interface Nested {
  id: string
  seen?: number | null
  scopes: readonly string[]
  cart: { lines: { sku: string; count: number }[]; gift: boolean }
  kind: 'guest' | 'customer'
  extra: Record<string, unknown>
}

const store = createSessionStore<Nested>({ secret })
expectType<typeof store, SessionStore<Nested>>(true)
expectType<NonNullable<ReturnType<typeof store.read>>['data'], Nested>(true)

// Rotation, and payloads of any JSON.
createSessionStore<Nested | { guest: true }>({ secret: [secret, older] })
createSessionStore<string>({ secret })
createSessionStore({ secret }).issue({ anything: [1, 'two'] })
