/**
 * The signed session cookie (spec: Session store). The payload is signed, not encrypted, and nothing is kept on the
 * server. The MAC covers version, cookie name and payload, so that no other cookie's value passes for this one.
 */
import { randomBytes } from 'node:crypto'
import { ANY, BOOLEAN, checkSetup, FUNCTION, type KindsOf, oneOf, STRING } from '#contract/check-options.ts'
import { SetupError } from '#contract/setup-error.ts'
import { cookieProblem, MAX_COOKIE_BYTES, readCookies, writeCookie } from '#wire/cookie.ts'
import { type HoldsJson, toJsonText } from './json-only.ts'
import { createSigner, type SessionSecret } from './secret.ts'

/** Options of `createSessionStore`. */
export interface SessionOptions {
  /**
   * Signing secret: at least 16 characters, better 32 random bytes. To replace one, give a list: the first signs, all of
   * them verify, and a cookie that an older one signed is renewed when it is next read. Missing or short: an error at start.
   */
  readonly secret: SessionSecret
  /** Cookie name. Default `fw_session`. */
  readonly name?: string
  /** Lifetime in milliseconds. Default 7 days. */
  readonly ttlMs?: number
  /** Age in milliseconds after which `read` offers a renewed cookie, `ttlMs` at most. Default half of `ttlMs`. */
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
  /** Set-Cookie string that keeps the session alive; present past `rotateAfterMs`, and once the secret was replaced. */
  readonly renew?: string
  /** Random id of this session, kept at renewal and fresh at `issue`. Not enumerable: it is no part of the payload. */
  readonly sid: string
}

/** Signs and reads session cookies whose payload is `Data`. */
export interface SessionStore<Data = unknown> {
  /**
   * Set-Cookie string of a new session. Call it on login and whenever privileges change. Throws a `TypeError` for data that
   * is no JSON, and a `RangeError` for a cookie above 4096 bytes, which browsers drop.
   */
  issue(data: Data): string
  /** The session of a request; undefined when there is none that is verified and unexpired. */
  read(request: CookieSource): SessionRead<Data> | undefined
  /** Set-Cookie string that ends the session in the browser. */
  clear(): string
}

/** The payload of a store: how the generated types read it off the default export of `src/session.ts`. */
export type SessionData<Store> = Store extends SessionStore<infer Data> ? Data : never

const SESSION_OPTIONS = {
  secret: ANY,
  name: STRING,
  ttlMs: ANY,
  rotateAfterMs: ANY,
  path: STRING,
  domain: STRING,
  sameSite: oneOf('Strict', 'Lax', 'None'),
  secure: BOOLEAN,
  now: FUNCTION,
} satisfies KindsOf<SessionOptions>

const VERSION = 'v1'
const DAY_MS = 86_400_000
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
 * A store of signed session cookies. Throws a `SetupError`, a `TypeError`, at start when the secret is missing, short or,
 * in production, easily guessed, and for attributes with which browsers would drop the cookie.
 */
export function createSessionStore<Data = unknown>(options: SessionOptions & HoldsJson<Data>): SessionStore<Data> {
  checkSetup('createSessionStore', options, SESSION_OPTIONS)
  const { secret, name = 'fw_session', ttlMs = 7 * DAY_MS, now = Date.now } = options
  const rotateAfterMs = options.rotateAfterMs ?? ttlMs / 2
  const attributes = {
    path: options.path ?? '/',
    ...(options.domain === undefined ? {} : { domain: options.domain }),
    sameSite: options.sameSite ?? ('Lax' as const),
    secure: options.secure ?? true,
    httpOnly: true,
  }
  const signer = createSigner(secret, process.env.NODE_ENV === 'production')
  checkTimes(ttlMs, rotateAfterMs, cookieProblem(name, attributes))

  const write = (data: unknown, sid: string): string => {
    const issuedAt = now()
    const ticket: Ticket = { d: data, s: sid, i: issuedAt, e: issuedAt + ttlMs }
    const payload = Buffer.from(toJsonText(ticket)).toString('base64url')
    const value = `${VERSION}.${payload}.${signer.sign(`${VERSION}.${name}.${payload}`)}`
    return writeCookie(name, value, { ...attributes, maxAge: Math.floor(ttlMs / 1000) })
  }

  const readValue = (value: string): SessionRead<Data> | undefined => {
    const [version, payload, mac, ...rest] = value.split('.')
    if (version !== VERSION || payload === undefined || mac === undefined || rest.length > 0) return undefined
    const signedBy = signer.isSignedBy(`${VERSION}.${name}.${payload}`, mac)
    const ticket = signedBy === -1 ? undefined : parseTicket(payload)
    const time = now()
    if (ticket === undefined || time >= ticket.e || ticket.i > time + SKEW_MS) return undefined
    // The payload was written by `issue(data: Data)` under this secret: the MAC says so.
    const session = { data: ticket.d as Data, expiresAt: ticket.e }
    // A replaced secret is to be forgotten soon: what it signed is signed anew at once.
    const due = time - ticket.i >= rotateAfterMs || signedBy > 0
    const renew = due ? { renew: write(ticket.d, ticket.s) } : {}
    return Object.defineProperty({ ...session, ...renew }, 'sid', { value: ticket.s }) as SessionRead<Data>
  }

  return {
    issue(data) {
      const line = write(data, randomBytes(18).toString('base64url'))
      if (line.length > MAX_COOKIE_BYTES) throw new RangeError(tooLarge(line.length))
      return line
    },
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

function checkTimes(ttlMs: number, rotateAfterMs: number, cookie: string | undefined): void {
  if (cookie !== undefined) throw new SetupError(`${cookie} Change the options of createSessionStore.`)
  if (!(Number.isFinite(ttlMs) && ttlMs > 0))
    throw new SetupError(`createSessionStore needs a ttlMs above 0, in milliseconds; it is ${ttlMs}.`)
  if (!(Number.isFinite(rotateAfterMs) && rotateAfterMs >= 0))
    throw new SetupError(
      `createSessionStore needs a rotateAfterMs of 0 or more, in milliseconds; it is ${rotateAfterMs}.`,
    )
  if (rotateAfterMs > ttlMs)
    throw new SetupError(
      `createSessionStore got a rotateAfterMs of ${rotateAfterMs} and a ttlMs of ${ttlMs}: a session would end before its cookie is renewed. Set rotateAfterMs to ttlMs at most.`,
    )
}

function tooLarge(bytes: number): string {
  return `The session cookie would take ${bytes} bytes, and browsers drop cookies above ${MAX_COOKIE_BYTES}. Keep an id in the session, and what it stands for in your database.`
}

/** Only called for what one of our secrets signed. */
function parseTicket(payload: string): Ticket | undefined {
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Partial<Ticket>
  if (typeof ticket.s !== 'string' || typeof ticket.i !== 'number' || typeof ticket.e !== 'number') return undefined
  return { d: ticket.d, s: ticket.s, i: ticket.i, e: ticket.e }
}
