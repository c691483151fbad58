/** Ends the live streams of a session that a response replaces or clears: the next one may be another user's. */
import type { FwReply } from '#contract/http/request.ts'
import type { SessionStore } from '#session/store.ts'
import type { Exchange } from '../http/exchange.ts'
import { hashSession } from './stream-caller.ts'

/** `cookies`: the cookies of the response. A renewal of the same session ends nothing. */
export function endReplacedSession(
  { app, request, session }: Exchange,
  cookies: FwReply['headers'][string] | undefined,
): void {
  const store = app.policy.session
  if (store === undefined || cookies === undefined) return
  const prefix = `${findCookieName(store)}=`
  const list = typeof cookies === 'string' ? [cookies] : cookies
  if (!list.some((cookie) => cookie.startsWith(prefix) && cookie !== session?.renew)) return
  const replaced = session ?? store.read({ headers: { get: (name) => request.header(name) ?? null } })
  if (replaced !== undefined) app.live.endSession(hashSession(replaced.sid))
}

const names = new WeakMap<SessionStore, string>()

function findCookieName(store: SessionStore): string {
  const known = names.get(store)
  if (known !== undefined) return known
  const [name = ''] = store.clear().split('=', 1)
  names.set(store, name)
  return name
}
