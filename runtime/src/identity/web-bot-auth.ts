/**
 * Identifies the signer of a request: the policy for RFC 9421 signatures. If verification fails for any reason, the
 * request is treated as unsigned; it never throws.
 */

import type { AgentIdentity } from '#contract/api.ts'
import {
  BOOLEAN,
  checkSetup,
  either,
  type KindsOf,
  LIST,
  OBJECT,
  objectOf,
  oneOf,
  requireOption,
  STRING_LIST,
} from '#contract/config/check-options.ts'
import type { AgentKey } from '#contract/config/config.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import type { MessageSignature, SignedMessage } from '#wire/http-signature.ts'
import { ed25519Thumbprint, parseSignatures, verifyEd25519 } from '#wire/http-signature.ts'
import { createMemoryNonceStore, type NonceStore } from './nonce-store.ts'
import { toSignedWebMessage } from './signed-message.ts'

/** Agent identity verification. */
export interface AgentsConfig {
  readonly webBotAuth: {
    /** Public Ed25519 JWKs of known agents: the allow-list. */
    readonly keys: readonly (JsonWebKey | AgentKey)[]
    /**
     * Components that a signature must cover in addition to `@authority`, such as `['@method', '@path']`. Default: none.
     */
    readonly require?: readonly string[]
    /**
     * Makes nonces single-use: a signature then needs one. `true` stores them with the server's other data, or in memory
     * without a server. Default: nonces are ignored, and a captured request is valid until it expires.
     */
    readonly nonces?: NonceStore | boolean | undefined
  }
  /** `observe` (default): identifies agents and serves every request. `require`: refuses unverified agents. */
  readonly policy?: 'observe' | 'require'
}

/** Identifies signers by Web Bot Auth. Created by `createAgentAuth`. */
export interface AgentAuth {
  readonly policy: 'observe' | 'require'
  /** Resolves to the verified identity of the signer, or to undefined. Never rejects. */
  identify(request: Request | SignedMessage): Promise<AgentIdentity | undefined>
}

const MAX_LABELS = 4
/** Maximum length of `Signature-Input` and of `Signature` in characters; four labels need a fraction of it. */
const MAX_HEADER = 8192
const MAX_WINDOW_S = 24 * 60 * 60
const SKEW_MS = 30_000
/**
 * Time for which a nonce is stored after its signature has expired, so that a server with a slower clock doesn't accept it
 * again.
 */
const NONCE_OUTLIVES_MS = 60_000

const WEB_BOT_AUTH = {
  keys: requireOption(LIST),
  require: STRING_LIST,
  nonces: either(BOOLEAN, OBJECT),
} satisfies KindsOf<AgentsConfig['webBotAuth']>

/** The option `agents`. */
export const AGENTS_OPTIONS = {
  webBotAuth: requireOption(objectOf(WEB_BOT_AUTH)),
  policy: oneOf('observe', 'require'),
} satisfies KindsOf<AgentsConfig>

/**
 * Creates the verifier of signed agent requests. It requires: Ed25519; `@authority` is covered; `created` and `expires` are
 * present and at most 24 hours apart; `tag` is absent or `web-bot-auth`; `keyid` is the RFC 7638 thumbprint of an
 * allow-listed key. Throws a `SetupError` for a configured key that isn't a public Ed25519 JWK. `now` is for tests, in
 * epoch milliseconds.
 */
export function createAgentAuth(config: AgentsConfig, now: () => number = Date.now): AgentAuth {
  checkSetup('createAgentAuth', config, AGENTS_OPTIONS)
  const { keys, require = [] } = config.webBotAuth
  const nonces = openNonceStore(config.webBotAuth.nonces, now)
  for (const key of keys) assertPublicKey(key)
  const allowed = importKeys(keys)
  // Awaited for the first signature; a rejection before that must not crash the process.
  allowed.catch(() => undefined)

  async function accepts(message: SignedMessage, signature: MessageSignature): Promise<string | undefined> {
    // A signature must cover Signature-Agent if it is present: an uncovered one could have been added by anyone.
    const required = message.header('signature-agent') === undefined ? require : [...require, 'signature-agent']
    const claim = readClaim(signature, now(), required, nonces !== undefined)
    if (claim === undefined) return undefined
    const key = (await allowed).get(claim.keyId)
    if (key === undefined || !(await verifyEd25519(message, signature, key))) return undefined
    if (nonces && !(await nonces.claim(claim.keyId, claim.nonce ?? '', claim.expiresAt + NONCE_OUTLIVES_MS)))
      return undefined
    return claim.keyId
  }

  return {
    policy: config.policy ?? 'observe',
    async identify(request) {
      try {
        const message = request instanceof Request ? toSignedWebMessage(request) : request
        if (isTooLong(message.header('signature-input')) || isTooLong(message.header('signature'))) return undefined
        const signatures = parseSignatures(message)
        if (signatures.length > MAX_LABELS) return undefined
        for (const signature of signatures) {
          const keyId = await accepts(message, signature)
          if (keyId !== undefined) return { verified: true, keyId }
        }
      } catch {
        // A request with a malformed or invalid signature is treated as unsigned. The response doesn't reveal the reason.
      }
      return undefined
    },
  }
}

interface Claim {
  readonly keyId: string
  /** Epoch milliseconds until which the signature is accepted, inclusive. */
  readonly expiresAt: number
  readonly nonce: string | undefined
}

function readClaim(
  { components, parameters }: MessageSignature,
  now: number,
  required: readonly string[],
  nonceRequired: boolean,
): Claim | undefined {
  const created = parameters.get('created')
  const expires = parameters.get('expires')
  const keyId = parameters.get('keyid')
  const nonce = parameters.get('nonce')
  const tag = parameters.get('tag')
  const algorithm = parameters.get('alg')
  if (!isSeconds(created) || !isSeconds(expires) || typeof keyId !== 'string') return undefined
  if (expires < created || expires - created > MAX_WINDOW_S) return undefined
  const expiresAt = expires * 1000 + SKEW_MS
  if (created * 1000 > now + SKEW_MS || now > expiresAt) return undefined
  if (tag !== undefined && tag !== 'web-bot-auth') return undefined
  if (algorithm !== undefined && algorithm !== 'ed25519') return undefined
  if (nonce !== undefined && typeof nonce !== 'string') return undefined
  if (nonceRequired && (nonce === undefined || nonce === '')) return undefined
  for (const name of ['@authority', ...required]) if (!covers(components, name)) return undefined
  return { keyId, expiresAt, nonce }
}

/** A covered dictionary member doesn't cover the whole header, except if the header has one member for each signer. */
function covers(components: MessageSignature['components'], name: string): boolean {
  return components.some(
    (component) => component.name === name && (name === 'signature-agent' || !component.parameters.has('key')),
  )
}

function isTooLong(header: string | undefined): boolean {
  return header !== undefined && header.length > MAX_HEADER
}

function openNonceStore(nonces: NonceStore | boolean | undefined, now: () => number): NonceStore | undefined {
  if (typeof nonces === 'object') return nonces
  return nonces === true ? createMemoryNonceStore(now) : undefined
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** 32 bytes in base64url. Keys are validated at start, because one that can't be imported must not disable the others. */
const KEY_BYTES = /^[\w-]{43}$/

function assertPublicKey(key: JsonWebKey | AgentKey): void {
  const isPublic = !('d' in key) || key.d === undefined
  if (isPublic && key.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.x === 'string' && KEY_BYTES.test(key.x))
    return
  throw new SetupError(
    'agents.webBotAuth.keys takes public Ed25519 keys as JWK: { "kty": "OKP", "crv": "Ed25519", "x": "…" }, without "d".',
  )
}

async function importKeys(keys: readonly (JsonWebKey | AgentKey)[]): Promise<ReadonlyMap<string, CryptoKey>> {
  const entries = keys.map(async ({ kty = '', crv = '', x = '' }) => {
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    return [await ed25519Thumbprint({ kty, crv, x }), imported] as const
  })
  return new Map(await Promise.all(entries))
}
