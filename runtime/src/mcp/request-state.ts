/**
 * What a server without memory gives a client to bring back (`requestState`): signed, for one caller and one request, for
 * a while. It carries answers and says which proposal to look at; it settles nothing.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface RequestState {
  /** The request that it belongs to: method, name and a digest of its arguments. */
  readonly of: string
  /** Who may bring it back; absent for callers whom nobody knows. */
  readonly owner?: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** What the client has answered so far. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** The parked call whose outcome is waited for. */
  readonly proposal?: string
}

/** How long a person has for an answer, in milliseconds. */
export const STATE_TTL_MS = 10 * 60_000

/** The text that a client brings back. */
export function writeState(state: RequestState, key: Buffer): string {
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${payload}.${computeMac(payload, key)}`
}

/** The state; undefined for what was not signed here, for another caller or request, or is too old. */
export function readRequestState(
  text: string,
  key: Buffer,
  expected: Pick<RequestState, 'of' | 'owner'> & { readonly now: number },
): RequestState | undefined {
  const [payload, mac, ...rest] = text.split('.')
  if (payload === undefined || mac === undefined || rest.length > 0) return undefined
  const wanted = Buffer.from(computeMac(payload, key))
  const given = Buffer.from(mac)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined
  const state = JSON.parse(Buffer.from(payload, 'base64url').toString()) as RequestState // signed by us
  if (state.of !== expected.of || state.owner !== expected.owner || state.expiresAt <= expected.now) return undefined
  return state
}

/** Names a request by what it asks for. `canonical` is its arguments in one fixed form. */
export function requestMark(method: string, name: string, canonical: string): string {
  return createHash('sha256').update(`${method}\n${name}\n${canonical}`).digest('base64url')
}

/** Bound to its purpose, so that no other text signed with this key passes for a state. */
function computeMac(payload: string, key: Buffer): string {
  return createHmac('sha256', key).update(`mcp-state\n${payload}`).digest('base64url')
}
