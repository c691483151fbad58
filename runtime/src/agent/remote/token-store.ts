/** The login of an app at a remote server, encrypted in the data store of the app. All its processes use it. */
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import type { TurnData } from '#contract/agent/turn-deps.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { digestText } from '#digest/digest-text.ts'

/** What a login has resulted in. */
export interface StoredLogin {
  readonly tokens?: StoredOAuthTokens
  readonly client?: StoredOAuthClientInformation
  /** Scopes that the login has requested. */
  readonly scope?: string
  /** Scopes that a call needs besides, for the next login. */
  readonly missing?: string
}

export interface TokenStore {
  /** Returns the login; `undefined` without one, or if it was encrypted with another secret. */
  read(): Promise<StoredLogin | undefined>
  write(login: StoredLogin): Promise<void>
  remove(): Promise<void>
  /** Returns whether this process may replace an access token: a refresh token may be valid only once. */
  claimRefresh(token: string): Promise<boolean>
}

/** A year in milliseconds. A refresh renews it. */
const TTL_MS = 31_536_000_000
const CLAIM_MS = 10_000

/**
 * @param url URL of the server: a login is never sent to another one.
 * @param secret Encrypts the login.
 */
export function openTokenStore(url: string, secret: string, data: TurnData): TokenStore {
  const key = `mcp-login:${url}`
  // The key in the store is authenticated, so that the logins of two servers can't be exchanged.
  const additionalData = new TextEncoder().encode(key)
  const deriving = deriveKey(secret)
  return {
    async read() {
      const text = await data.read(key)
      if (text === undefined) return undefined
      const bytes = Buffer.from(text, 'base64url')
      const params = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData }
      const plain = await crypto.subtle.decrypt(params, await deriving, bytes.subarray(IV_BYTES)).catch(() => undefined)
      return plain && (tryParseJson(new TextDecoder().decode(plain)) as StoredLogin | undefined) // encrypted below
    },
    async write(login) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const plain = new TextEncoder().encode(JSON.stringify(login))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, await deriving, plain)
      await data.write(key, Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url'), TTL_MS)
    },
    remove: () => data.remove(key),
    claimRefresh: (token) => data.claim(`${key}:${digestText(token)}`, CLAIM_MS),
  }
}

const IV_BYTES = 12

async function deriveKey(secret: string): Promise<CryptoKey> {
  const encoder = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('fw login') }
  return crypto.subtle.deriveKey(params, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
