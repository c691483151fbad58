/** A session store for tests, its requests, and its clock. */
import { type CookieSource, createSessionStore, type SessionOptions } from '../../../runtime/src/session/store.ts'

export const SECRET = 'a secret of enough characters'
export const OLDER = 'another secret of enough characters'
export const DAY = 86_400_000

/** Returns the cookie that a browser sends after this Set-Cookie line. */
export function request(line: string): CookieSource {
  return cookies(line.split(';')[0] ?? '')
}

export function cookies(header: string): CookieSource {
  return { headers: { get: (name) => (name === 'cookie' ? header : null) } }
}

export function create(options: Partial<SessionOptions> = {}) {
  return createSessionStore<{ id: number }>({ secret: SECRET, ...options })
}

/** A store with a clock that the test sets. */
export function clocked(options: Partial<SessionOptions> = {}) {
  const clock = { time: 1_000_000 }
  return { clock, store: create({ now: () => clock.time, ...options }) }
}
