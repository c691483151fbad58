/**
 * Who signed a request: the policy over RFC 9421 signatures (spec: Authentication 3 to 5; decisions: Protocols and
 * identity; security rule 20). Whatever is wrong with a signature, the answer is "nobody", never a throw.
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
} from '#contract/check-options.ts'
import type { AgentKey } from '#contract/config.ts'
import { SetupError } from '#contract/setup-error.ts'
import type { MessageSignature, SignedMessage } from '#wire/http-signature.ts'
import { ed25519Thumbprint, parseSignatures, verifyEd25519 } from '#wire/http-signature.ts'
import { createMemoryNonceStore, type NonceStore } from './nonce-store.ts'
import { toSignedWebMessage } from './signed-message.ts'

/** Agent identity verification (spec: Server options, `agents`). */
export interface AgentsConfig {
  readonly webBotAuth: {
    /** Public Ed25519 JWKs of the agents that are known: the allow-list. */
    readonly keys: readonly (JsonWebKey | AgentKey)[]
    /** Components that a signature must cover besides `@authority`, as `['@method', '@path']`. Default: none. */
    readonly require?: readonly string[]
    /**
     * Makes nonces single-use: a signature then needs one. `true` keeps them with the server's other data, and in memory
     * without a server. Default: nonces are not looked at, and a captured request counts until it expires.
     */
    readonly nonces?: NonceStore | boolean | undefined
  }
  /** `observe` (default): identify agents, serve everyone. `require`: refuse agents that are not verified. */
  readonly policy?: 'observe' | 'require'
}

/** Who signs requests, by Web Bot Auth. `createAgentAuth` makes one. */
export interface AgentAuth {
  readonly policy: 'observe' | 'require'
  /** Resolves to the verified identity of the signer, or to undefined. Never rejects. */
  identify(request: Request | SignedMessage): Promise<AgentIdentity | undefined>
}

const MAX_LABELS = 4
/** Characters of `Signature-Input` and of `Signature`: four labels take a fraction of it. */
const MAX_HEADER = 8192
const MAX_WINDOW_S = 24 * 60 * 60
const SKEW_S = 30

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
 * Verifies the identity of signed agent requests. Ed25519 only; `@authority` covered; `created` and `expires` there and
 * at most 24 hours apart; `tag` absent or `web-bot-auth`; `keyid` the RFC 7638 thumbprint of an allow-listed key.
 * Throws a `SetupError` for a configured key that is no public Ed25519 JWK. `now` is for tests, epoch milliseconds.
 */
export function createAgentAuth(config: AgentsConfig, now: () => number = Date.now): AgentAuth {
  checkSetup('createAgentAuth', config, AGENTS_OPTIONS)
  const { keys, require = [] } = config.webBotAuth
  const nonces = openNonceStore(config.webBotAuth.nonces, now)
  for (const key of keys) assertPublicKey(key)
  const allowed = importKeys(keys)
  // Awaited at the first signature; a rejection must not end the process before that.
  allowed.catch(() => undefined)

  async function accepts(message: SignedMessage, signature: MessageSignature): Promise<string | undefined> {
    // Whoever names itself in Signature-Agent signs the name: an uncovered one could be anybody's addition.
    const required = message.header('signature-agent') === undefined ? require : [...require, 'signature-agent']
    const claim = readClaim(signature, Math.floor(now() / 1000), required, nonces !== undefined)
    if (claim === undefined) return undefined
    const key = (await allowed).get(claim.keyId)
    if (key === undefined || !(await verifyEd25519(message, signature, key))) return undefined
    if (nonces && !(await nonces.claim(claim.keyId, claim.nonce ?? '', (claim.expires + SKEW_S) * 1000)))
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
        // Unsigned, malformed or unverifiable: nobody. The spec's rule is to fail closed, without saying why.
      }
      return undefined
    },
  }
}

interface Claim {
  readonly keyId: string
  readonly expires: number
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
  if (created > now + SKEW_S || expires < now - SKEW_S) return undefined
  if (tag !== undefined && tag !== 'web-bot-auth') return undefined
  if (algorithm !== undefined && algorithm !== 'ed25519') return undefined
  if (nonce !== undefined && typeof nonce !== 'string') return undefined
  if (nonceRequired && (nonce === undefined || nonce === '')) return undefined
  for (const name of ['@authority', ...required]) if (!covers(components, name)) return undefined
  return { keyId, expires, nonce }
}

/** One member of a dictionary is not the header, except where the header is one name per signer. */
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

/** 32 bytes in base64url: one key that cannot be imported must not silence the others. */
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
