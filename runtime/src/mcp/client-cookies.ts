/**
 * Cookies that tools set for MCP clients. A client doesn't send them back, so the server stores them: for the subject of
 * its token, or for the session of a client of 2025.
 */
import type { DataStore } from '#contract/config/data.ts'
import { FwError } from '#contract/http/error.ts'
import { digestText } from '#digest/digest-text.ts'
import { MCP_VERSION_HEADER, MODERN_VERSION, SESSION_HEADER } from './protocol.ts'

type CookieData = Pick<DataStore, 'add' | 'read' | 'remove' | 'write'>

/** The caller of a request, as far as its cookies depend on it. */
interface CookieOwner {
  header(name: string): string | undefined
  /** Subject of the caller's token. */
  readonly subject: string | undefined
}

export interface ClientCookies {
  /** Whether the caller is known, so that cookies can be stored for it. */
  readonly hasOwner: boolean
  /** Returns the stored cookies in the form of a `Cookie` header; an empty string without any. */
  read(): Promise<string>
  /** Stores the cookies of `set-cookie` headers. Rejects if that isn't possible. */
  store(headers: readonly string[]): Promise<void>
}

interface StoredCookie {
  readonly name: string
  readonly value: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Lifetime of a cookie without one, in milliseconds, and the maximum for all. */
const DEFAULT_TTL_MS = 7 * 86_400_000
const MAX_TTL_MS = 30 * 86_400_000
/** Limit of the cookies of one owner, in characters. */
const MAX_LENGTH = 8192
/** Clients can invent session ids, so only the newest of this many have cookies. */
const MAX_SESSIONS = 10_000
/** The count of sessions must not restart while cookies of one are stored. */
const FOREVER_MS = 3_155_760_000_000

const NO_OWNER =
  'This tool stores data for its caller, and the server does not know the caller. Connect with a token that identifies you.'
const TOO_LONG = 'This tool stores more data than fits into the cookies of one caller.'

/** Opens the cookies of a caller. A caller without a subject and without a session has none, and none can be stored. */
export function openClientCookies(data: CookieData, owner: CookieOwner, now: () => number): ClientCookies {
  const key = createKey(owner)
  if (key === undefined)
    return {
      hasOwner: false,
      read: async () => '',
      store: () => Promise.reject(new FwError('unauthenticated', { message: NO_OWNER })),
    }

  async function readAll(stored: string): Promise<readonly StoredCookie[]> {
    const text = await data.read(stored)
    const cookies = text === undefined ? [] : (JSON.parse(text) as readonly StoredCookie[]) // written below
    return cookies.filter(({ expiresAt }) => expiresAt > now())
  }

  return {
    hasOwner: true,
    async read() {
      return (await readAll(key.stored)).map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    async store(headers) {
      const known = await readAll(key.stored)
      const set = headers.map((header) => parseCookie(header, now()))
      const kept = known.filter(({ name }) => !set.some((cookie) => cookie.name === name))
      const cookies = [...kept, ...set.filter(({ expiresAt }) => expiresAt > now())]
      const text = JSON.stringify(cookies)
      if (text.length > MAX_LENGTH) throw new FwError('unavailable', { message: TOO_LONG })
      if (cookies.length === 0) return data.remove(key.stored)
      if (known.length === 0 && key.isSession) await takePlace(data, key.stored)
      const last = Math.max(...cookies.map(({ expiresAt }) => expiresAt))
      await data.write(key.stored, text, last - now())
    },
  }
}

/** Replaces the oldest session with cookies, if there are too many. */
async function takePlace(data: CookieData, stored: string): Promise<void> {
  const place = `mcp-cookies-place:${(await data.add('mcp-cookies-count', 1, FOREVER_MS)) % MAX_SESSIONS}`
  const oldest = await data.read(place)
  if (oldest !== undefined) await data.remove(oldest)
  await data.write(place, stored, MAX_TTL_MS)
}

interface CookieKey {
  readonly stored: string
  readonly isSession: boolean
}

function createKey({ header, subject }: CookieOwner): CookieKey | undefined {
  if (header(MCP_VERSION_HEADER) === MODERN_VERSION)
    return subject === undefined || subject === ''
      ? undefined
      : { stored: `mcp-cookies:${digestText(`subject ${subject}`)}`, isSession: false }
  const session = header(SESSION_HEADER)
  if (session === undefined) return undefined
  // Another caller who learns the session id has another token.
  const bearer = subject === undefined ? `token ${header('authorization') ?? ''}` : `subject ${subject}`
  return { stored: `mcp-cookies:${digestText(`session ${session}\n${bearer}`)}`, isSession: true }
}

function parseCookie(header: string, now: number): StoredCookie {
  const [pair = '', ...attributes] = header.split(';')
  const equals = pair.indexOf('=')
  const maxAge = findAttribute(attributes, 'max-age')
  const expires = findAttribute(attributes, 'expires')
  const ttl =
    maxAge !== undefined ? Number(maxAge) * 1000 : expires !== undefined ? Date.parse(expires) - now : DEFAULT_TTL_MS
  return {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    expiresAt: now + Math.min(Number.isNaN(ttl) ? DEFAULT_TTL_MS : ttl, MAX_TTL_MS),
  }
}

function findAttribute(attributes: readonly string[], name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.trim().toLowerCase().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
