/** The secrets that sign session cookies: strength checks and signing. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { SetupError } from '#contract/config/setup-error.ts'

/** The option `secret`: one secret, or a list during its replacement. An unset environment variable is `undefined`. */
export type SessionSecret = string | undefined | readonly (string | undefined)[]

/** Signs with the first secret, and verifies with all of them. */
interface CookieSigner {
  sign(text: string): string
  /** Returns the index of the secret that signed this text, or -1 if none did. */
  isSignedBy(text: string, mac: string): number
}

const MIN_SECRET = 16
/** Length of an HMAC-SHA256 in base64url. */
const MAC_LENGTH = 43
const HOW = 'Make one with: export SESSION_SECRET="$(openssl rand -base64 32)"'

/**
 * Creates a signer. Throws `SetupError` for a missing or short secret, and in production for a guessable one: with the
 * secret, an attacker can sign a session as any user. Empty entries after the first are ignored: an old secret that is not
 * set.
 */
export function createSigner(secret: SessionSecret, production: boolean): CookieSigner {
  const [first, ...older] = Array.isArray(secret) ? (secret as readonly unknown[]) : [secret]
  const secrets = [requireSecret(first), ...older.filter((one) => one !== undefined && one !== '')]
  for (const one of secrets) assertStrong(one, production)
  const keys = secrets.map((one) => createSecretKey(Buffer.from(String(one))))
  const [signing] = keys as [KeyObject, ...KeyObject[]] // the first secret exists, otherwise an error was thrown
  return {
    sign: (text) => mac(signing, text).toString(),
    isSignedBy(text, given) {
      // Most values that aren't ours cost no digest.
      if (given.length !== MAC_LENGTH) return -1
      const bytes = Buffer.from(given)
      return keys.findIndex((key) => isEqual(mac(key, text), bytes))
    },
  }
}

function requireSecret(secret: unknown): string {
  if (typeof secret === 'string' && secret !== '') return secret
  throw new SetupError(
    `The session has no secret. Without one, anyone could sign a session as any user. ${HOW}\nand pass it to the store: createSessionStore({ secret: process.env.SESSION_SECRET })`,
  )
}

function assertStrong(secret: unknown, production: boolean): void {
  if (typeof secret !== 'string' || secret.length < MIN_SECRET)
    throw new SetupError(`A session secret must have at least ${MIN_SECRET} characters. ${HOW}`)
  if (production && isGuessable(secret))
    throw new SetupError(`The session secret can be guessed. With it, anyone could sign a session as any user. ${HOW}`)
}

/** Words of examples and templates, longer ones first. A secret that consists only of them is guessable. */
const WORDS = new RegExp(
  `abcdefghijklmnopqrstuvwxyz characters placeholder production development 0123456789 1234567890 123456789 abcdefgh
  password 12345678 keyboard default example replace session testing changed change cookie passwd please qwerty random
  sample secret signing simple strong string 123456 abcdef admin guess hello insert least local super token value 1234
  auth demo here jwt key long must pass some test this thing used very with word your app and any dev env for min
  must not one our set top use 123 16 32 64 at be by cat dog in is it me my of on or to a i the`
    .trim()
    .split(/\s+/)
    .sort((one, other) => other.length - one.length)
    .join('|'),
  'g',
)

function isGuessable(secret: string): boolean {
  if (new Set(secret).size < 5) return true
  return (
    secret
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, ' ')
      .replaceAll(WORDS, '')
      .trim() === ''
  )
}

function mac(key: KeyObject, text: string): Buffer {
  return Buffer.from(createHmac('sha256', key).update(text).digest('base64url'))
}

/** Compares the MAC strings, not the decoded bytes: several strings decode to the same bytes. */
function isEqual(expected: Buffer, given: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
