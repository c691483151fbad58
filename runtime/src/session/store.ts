/**
 * The signed session cookie (spec: Session store). The payload is signed, not encrypted, and nothing is kept on the
 * server. The MAC covers version, cookie name and payload, so that no other cookie's value passes for this one.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookies, writeCookie } from '#wire/cookie.ts'

/** Options of `createSessionStore`. */
export interface SessionOptions {
  /** Signing secret: at least 16 characters, better 32 random bytes. */
  readonly secret: string
  /** Cookie name. Default `fw_session`. */
  readonly name?: string
  /** Lifetime in milliseconds. Default 7 days. */
  readonly ttlMs?: number
  /** Age in milliseconds after which `read` offers a renewed cookie. Default half of `ttlMs`. */
  readonly rotateAfterMs?: number
  /** Default `/`. */
  readonly path?: string
  /** Default: the host that set it. */
  readonly domain?: string
  /** Default `Lax`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None'
  /** Send over HTTPS only (and to localhost). Default true. */
  readonly secure?: boolean
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

/** What `read` needs of a request. */
export interface CookieSource {
  readonly headers: { get(name: string): string | null }
}

/** A verified, unexpired session. */
export interface SessionRead<Data> {
  readonly data: Data
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Set-Cookie string that keeps the session alive; present past `rotateAfterMs`. */
  readonly renew?: string
  /** Random id of this session, kept at renewal and fresh at `issue`. Not enumerable: it is no part of the payload. */
  readonly sid: string
}

/** Signs and reads session cookies whose payload is `Data`. */
export interface SessionStore<Data = unknown> {
  /** Set-Cookie string of a new session. Call it on login and whenever privileges change. */
  issue(data: Data): string
  /** The session of a request; undefined when there is none that is verified and unexpired. */
  read(request: CookieSource): SessionRead<Data> | undefined
  /** Set-Cookie string that ends the session in the browser. */
  clear(): string
}

/** The payload of a store: how the generated types read it off the default export of `src/session.ts`. */
export type SessionData<Store> = Store extends SessionStore<infer Data> ? Data : never

const VERSION = 'v1'
const DAY_MS = 86_400_000
const MIN_SECRET = 16
/** Clocks of several servers may differ this much before a session counts as issued in the future. */
const SKEW_MS = 60_000

/** What is signed: the payload, session id, time of issue and time of expiry. */
interface Ticket {
  readonly d: unknown
  readonly s: string
  readonly i: number
  readonly e: number
}

/**
 * A store of signed session cookies. Throws a `TypeError` at start when the secret is missing or short, so that no app
 * runs with sessions that anybody can forge.
 */
export function createSessionStore<Data = unknown>(options: SessionOptions): SessionStore<Data> {
  const { secret, name = 'fw_session', ttlMs = 7 * DAY_MS, now = Date.now } = options
  const rotateAfterMs = options.rotateAfterMs ?? ttlMs / 2
  checkOptions(secret, name)
  const attributes = {
    path: options.path ?? '/',
    ...(options.domain === undefined ? {} : { domain: options.domain }),
    sameSite: options.sameSite ?? ('Lax' as const),
    secure: options.secure ?? true,
    httpOnly: true,
  }

  const write = (data: unknown, sid: string): string => {
    const issuedAt = now()
    const ticket: Ticket = { d: data, s: sid, i: issuedAt, e: issuedAt + ttlMs }
    const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
    const value = `${VERSION}.${payload}.${sign(secret, name, payload)}`
    return writeCookie(name, value, { ...attributes, maxAge: Math.floor(ttlMs / 1000) })
  }

  const readValue = (value: string): SessionRead<Data> | undefined => {
    const ticket = openTicket(secret, name, value)
    const time = now()
    if (ticket === undefined || time >= ticket.e || ticket.i > time + SKEW_MS) return undefined
    // The payload was written by `issue(data: Data)` under this secret: the MAC says so.
    const session = { data: ticket.d as Data, expiresAt: ticket.e }
    const renew = time - ticket.i >= rotateAfterMs ? { renew: write(ticket.d, ticket.s) } : {}
    return Object.defineProperty({ ...session, ...renew }, 'sid', { value: ticket.s }) as SessionRead<Data>
  }

  return {
    issue: (data) => write(data, randomBytes(18).toString('base64url')),
    read(request) {
      for (const value of readCookies(request.headers.get('cookie'), name)) {
        const session = readValue(value)
        if (session !== undefined) return session
      }
      return undefined
    },
    clear: () => writeCookie(name, '', { ...attributes, maxAge: 0 }),
  }
}

function checkOptions(secret: unknown, name: string): void {
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError(
      'createSessionStore needs a secret: without one anybody could write session cookies. Set an environment variable to 32 random bytes (`openssl rand -base64 32`) and pass it as `secret`.',
    )
  if (secret.length < MIN_SECRET)
    throw new TypeError(`The session secret must have at least ${MIN_SECRET} characters; use 32 random bytes.`)
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError(`"${name}" cannot be a cookie name.`)
}

function sign(secret: string, name: string, payload: string): string {
  return createHmac('sha256', secret).update(`${VERSION}.${name}.${payload}`).digest('base64url')
}

/** The MAC string is compared, not its decoding: several strings decode to the same bytes. */
function openTicket(secret: string, name: string, value: string): Ticket | undefined {
  const [version, payload, mac, ...rest] = value.split('.')
  if (version !== VERSION || payload === undefined || mac === undefined || rest.length > 0) return undefined
  const expected = Buffer.from(sign(secret, name, payload))
  const given = Buffer.from(mac)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Partial<Ticket>
  if (typeof ticket.s !== 'string' || typeof ticket.i !== 'number' || typeof ticket.e !== 'number') return undefined
  return { d: ticket.d, s: ticket.s, i: ticket.i, e: ticket.e }
}
