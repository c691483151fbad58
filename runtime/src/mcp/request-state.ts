/**
 * The state that a server without memory gives a client to send back (`requestState`). It is signed for one caller
 * and one request, for a limited time. It contains responses and the id of a proposal; it can't approve anything.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { digestText } from '#digest/digest-text.ts'

export interface RequestState {
  /** The request that it belongs to: a digest of its method, name and arguments. */
  readonly of: string
  /** The caller who may send it back; absent for anonymous callers. */
  readonly owner?: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Responses of the client so far. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** The pending call whose outcome the client waits for. */
  readonly proposal?: string
}

/** Time in milliseconds for which a user can respond. */
export const STATE_TTL_MS = 10 * 60_000

/** Returns the signed text of a state. */
export function writeRequestState(state: RequestState, key: Buffer): string {
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${payload}.${computeMac(payload, key)}`
}

/**
 * Reads a state. Returns `undefined` if its signature is invalid, if it belongs to another caller or request, or if
 * it has expired.
 */
export function readRequestState(
  text: string,
  key: Buffer,
  expected: Pick<RequestState, 'of' | 'owner'> & { readonly now: number },
): RequestState | undefined {
  const [payload, mac, ...rest] = text.split('.')
  if (payload === undefined || mac === undefined || rest.length > 0) return undefined
  const expectedMac = Buffer.from(computeMac(payload, key))
  const sentMac = Buffer.from(mac)
  if (expectedMac.length !== sentMac.length || !timingSafeEqual(expectedMac, sentMac)) return undefined
  const state = JSON.parse(Buffer.from(payload, 'base64url').toString()) as RequestState // signed by this app
  if (state.of !== expected.of || state.owner !== expected.owner || state.expiresAt <= expected.now) return undefined
  return state
}

/**
 * Returns a digest of a request's content.
 *
 * @param canonical Its arguments in canonical form.
 */
export function createRequestDigest(method: string, name: string, canonical: string): string {
  return digestText(`${method}\n${name}\n${canonical}`)
}

/** The MAC is bound to its purpose, so that no other text signed with this key is accepted as a state. */
function computeMac(payload: string, key: Buffer): string {
  return createHmac('sha256', key).update(`mcp-state\n${payload}`).digest('base64url')
}
