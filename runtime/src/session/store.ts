/**
 * The signed session cookie. The payload is signed, not encrypted, and nothing is stored on the server. The MAC covers
 * version, cookie name and payload, so that the value of another cookie isn't valid for this one.
 */
import { randomBytes } from 'node:crypto'
import { ANY, BOOLEAN, checkSetup, FUNCTION, type KindsOf, oneOf, STRING } from '#contract/config/check-options.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import { cookieProblem, MAX_COOKIE_BYTES, readCookies, writeCookie } from '#wire/cookie.ts'
import { type HoldsJson, toJsonText } from './json-only.ts'
import { createSigner, type SessionSecret } from './secret.ts'

/** Options of `createSessionStore`. */
export interface SessionOptions {
  /**
   * Signing secret: at least 16 characters, better 32 random bytes. To replace a secret, pass a list: the first one signs,
   * all of them verify, and a cookie that an older one signed is renewed when it is next read. A missing or short secret
   * throws at start.
   */
  readonly secret: SessionSecret
  /** Cookie name. Default `fw_session`. */
  readonly name?: string
  /** Lifetime in milliseconds. Default 7 days. */
  readonly ttlMs?: number
  /** Age in milliseconds after which `read` returns a renewed cookie, at most `ttlMs`. Default half of `ttlMs`. */
  readonly rotateAfterMs?: number
  /**
   * Time in milliseconds after `issue` at which renewals end, at least `ttlMs`. Default 30 days, or `ttlMs` if it is longer.
   * `Infinity` renews a session as long as it is used.
   */
  readonly maxLifetimeMs?: number
  /** Path of the cookie. Default `/`. */
  readonly path?: string
  /** Domain of the cookie. Default: the host that set it. */
  readonly domain?: string
  /** SameSite attribute of the cookie. Default `Lax`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None'
  /** Sends the cookie over HTTPS only (and to localhost). Default true. */
  readonly secure?: boolean
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

/** The part of a request that `read` uses. */
export interface CookieSource {
  readonly headers: { get(name: string): string | null }
}

/** A verified, unexpired session. */
export interface SessionRead<Data> {
  readonly data: Data
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Set-Cookie header that renews the session; present after `rotateAfterMs`, and if an older secret signed the cookie. */
  readonly renew?: string
  /**
   * Random id of this session, preserved by a renewal and new for each `issue`. Not enumerable, because it isn't part of
   * the payload.
   */
  readonly sid: string
  /**
   * Time in milliseconds until the session ends, or the renewed one if there is a renewal. Not enumerable. Absent: unknown.
   */
  readonly endsInMs?: number
}

/** Signs and reads session cookies whose payload is `Data`. */
export interface SessionStore<Data = unknown> {
  /**
   * Returns the Set-Cookie header of a new session. Call it on login and whenever privileges change. Throws a `TypeError`
   * for data that isn't JSON, and a `RangeError` for a cookie above 4096 bytes, which browsers drop.
   */
  issue(data: Data): string
  /** Returns the verified, unexpired session of a request, or undefined without one. */
  read(request: CookieSource): SessionRead<Data> | undefined
  /** Returns the Set-Cookie header that ends the session in the browser. */
  clear(): string
}

/** The payload type of a store. The generated types use it for the default export of `src/session.ts`. */
export type SessionData<Store> = Store extends SessionStore<infer Data> ? Data : never

const SESSION_OPTIONS = {
  secret: ANY,
  name: STRING,
  ttlMs: ANY,
  rotateAfterMs: ANY,
  maxLifetimeMs: ANY,
  path: STRING,
  domain: STRING,
  sameSite: oneOf('Strict', 'Lax', 'None'),
  secure: BOOLEAN,
  now: FUNCTION,
} satisfies KindsOf<SessionOptions>

const VERSION = 'v1'
const DAY_MS = 86_400_000
/** Maximum number of cookies of the name that are read. Other paths and parent domains set a few. */
const MAX_COOKIES = 16
const MAX_LIFETIME_MS = 30 * DAY_MS
/** Maximum clock difference between servers before a session counts as issued in the future. */
const SKEW_MS = 60_000

/** The signed data: payload, session id, time of the issue or renewal, time of expiry, and time of the first issue. */
interface Ticket {
  readonly d: unknown
  readonly s: string
  readonly i: number
  readonly e: number
  readonly f: number
}

/**
 * Creates a store of signed session cookies.
 * @throws {SetupError} At start, if the secret is missing, short or, in production, easily guessed, and for attributes with
 * which browsers would drop the cookie. A `SetupError` is a `TypeError`.
 */
export function createSessionStore<Data = unknown>(options: SessionOptions & HoldsJson<Data>): SessionStore<Data> {
  checkSetup('createSessionStore', options, SESSION_OPTIONS)
  const { secret, name = 'fw_session', ttlMs = 7 * DAY_MS, now = Date.now } = options
  const rotateAfterMs = options.rotateAfterMs ?? ttlMs / 2
  const maxLifetimeMs = options.maxLifetimeMs ?? Math.max(ttlMs, MAX_LIFETIME_MS)
  const attributes = {
    path: options.path ?? '/',
    ...(options.domain === undefined ? {} : { domain: options.domain }),
    sameSite: options.sameSite ?? ('Lax' as const),
    secure: options.secure ?? true,
    httpOnly: true,
  }
  const signer = createSigner(secret, process.env.NODE_ENV === 'production')
  checkAttributes(cookieProblem(name, attributes))
  checkTimes({ ttlMs, rotateAfterMs, maxLifetimeMs })

  const getEnd = (issuedAt: number, firstAt: number): number => Math.min(issuedAt + ttlMs, firstAt + maxLifetimeMs)
  const write = (data: unknown, sid: string, issuedAt: number, firstAt: number): string => {
    const expiresAt = getEnd(issuedAt, firstAt)
    const ticket: Ticket = { d: data, s: sid, i: issuedAt, e: expiresAt, f: firstAt }
    const payload = Buffer.from(toJsonText(ticket)).toString('base64url')
    const value = `${VERSION}.${payload}.${signer.sign(`${VERSION}.${name}.${payload}`)}`
    return writeCookie(name, value, { ...attributes, maxAge: Math.floor((expiresAt - issuedAt) / 1000) })
  }

  const readValue = (value: string): SessionRead<Data> | undefined => {
    const [version, payload, mac, ...rest] = value.split('.')
    if (version !== VERSION || payload === undefined || mac === undefined || rest.length > 0) return undefined
    const signedBy = signer.isSignedBy(`${VERSION}.${name}.${payload}`, mac)
    const ticket = signedBy === -1 ? undefined : parseTicket(payload)
    const time = now()
    if (ticket === undefined || time >= ticket.e || ticket.i > time + SKEW_MS) return undefined
    if (time >= ticket.f + maxLifetimeMs) return undefined
    // `issue(data: Data)` wrote the payload, because the MAC is valid.
    const session = { data: ticket.d as Data, expiresAt: ticket.e }
    // A cookie of a replaced secret is renewed immediately, so that the secret can be removed soon.
    // A session that ends with its longest lifetime has nothing to renew.
    const isDue = time - ticket.i >= rotateAfterMs && ticket.e < ticket.f + maxLifetimeMs
    const isRenewed = isDue || signedBy > 0
    const renew = isRenewed ? { renew: write(ticket.d, ticket.s, time, ticket.f) } : {}
    const endsInMs = (isRenewed ? getEnd(time, ticket.f) : ticket.e) - time
    const hidden = { sid: { value: ticket.s }, endsInMs: { value: endsInMs } }
    return Object.defineProperties({ ...session, ...renew }, hidden) as SessionRead<Data>
  }

  return {
    issue(data) {
      const time = now()
      const line = write(data, randomBytes(18).toString('base64url'), time, time)
      if (line.length > MAX_COOKIE_BYTES) throw new RangeError(tooLarge(line.length))
      return line
    },
    read(request) {
      for (const value of readCookies(request.headers.get('cookie'), name).slice(0, MAX_COOKIES)) {
        const session = readValue(value)
        if (session !== undefined) return session
      }
      return undefined
    },
    clear: () => writeCookie(name, '', { ...attributes, maxAge: 0 }),
  }
}

function checkAttributes(problem: string | undefined): void {
  if (problem !== undefined) throw new SetupError(`${problem} Change the options of createSessionStore.`)
}

type Times = Required<Pick<SessionOptions, 'ttlMs' | 'rotateAfterMs' | 'maxLifetimeMs'>>

function checkTimes({ ttlMs, rotateAfterMs, maxLifetimeMs }: Times): void {
  if (!(Number.isFinite(ttlMs) && ttlMs > 0))
    throw new SetupError(`createSessionStore: ttlMs is ${ttlMs}. It must be above 0, in milliseconds.`)
  if (!(Number.isFinite(rotateAfterMs) && rotateAfterMs >= 0))
    throw new SetupError(
      `createSessionStore: rotateAfterMs is ${rotateAfterMs}. It must be 0 or more, in milliseconds.`,
    )
  if (rotateAfterMs > ttlMs)
    throw new SetupError(
      `createSessionStore: rotateAfterMs is ${rotateAfterMs} and ttlMs is ${ttlMs}. A session would end before its cookie is renewed. Set rotateAfterMs to ttlMs at most.`,
    )
  if (typeof maxLifetimeMs !== 'number' || !(maxLifetimeMs >= ttlMs))
    throw new SetupError(
      `createSessionStore: maxLifetimeMs is ${maxLifetimeMs} and ttlMs is ${ttlMs}. Set maxLifetimeMs to ttlMs at least, in milliseconds, or to Infinity.`,
    )
}

function tooLarge(bytes: number): string {
  return `The session cookie would take ${bytes} bytes, and browsers drop cookies above ${MAX_COOKIE_BYTES}. Store an id in the session, and its data in your database.`
}

/** Only called for a payload that one of the secrets signed. */
function parseTicket(payload: string): Ticket | undefined {
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Partial<Ticket>
  const { d, s, i, e, f = i } = ticket // earlier versions wrote no `f`
  if (typeof s !== 'string' || typeof i !== 'number' || typeof e !== 'number' || typeof f !== 'number') return undefined
  return { d, s, i, e, f }
}
