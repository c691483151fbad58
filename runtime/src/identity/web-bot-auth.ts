/**
 * Who signed a request: the policy over RFC 9421 signatures (spec: Authentication 3 to 5; decisions: Protocols and
 * identity; security rule 20). Whatever is wrong with a signature, the answer is "nobody", never a throw.
 */
import type { AgentIdentity } from '#contract/api.ts'
import type { MessageSignature, SignedMessage } from '#wire/http-signature.ts'
import { ed25519Thumbprint, parseSignatures, verifyEd25519 } from '#wire/http-signature.ts'

/** Remembers nonces, so that a captured request cannot be sent again. */
export interface NonceStore {
  /** True the first time that this pair is seen before `expiresAt` (epoch milliseconds), false ever after. Atomic. */
  claim(keyId: string, nonce: string, expiresAt: number): Promise<boolean>
}

/** Agent identity verification (spec: Server options, `agents`). */
export interface AgentsConfig {
  readonly webBotAuth: {
    /** Public Ed25519 JWKs of the agents that are known: the allow-list. */
    readonly keys: readonly JsonWebKey[]
    /** Components that a signature must cover besides `@authority`, as `['@method', '@path']`. Default: none. */
    readonly require?: readonly string[]
    /** Makes nonces single-use: a signature then needs one. Default: nonces are not looked at. */
    readonly nonces?: NonceStore
  }
  /** `observe` (default): identify agents, serve everyone. `require`: refuse agents that are not verified. */
  readonly policy?: 'observe' | 'require'
}

export interface AgentAuth {
  readonly policy: 'observe' | 'require'
  /** Resolves to the verified identity of the signer, or to undefined. Never rejects. */
  identify(request: Request | SignedMessage): Promise<AgentIdentity | undefined>
}

const MAX_LABELS = 4
const MAX_WINDOW_S = 24 * 60 * 60
const SKEW_S = 30

/**
 * Verifies the identity of signed agent requests. Ed25519 only; `@authority` covered; `created` and `expires` there and
 * at most 24 hours apart; `tag` absent or `web-bot-auth`; `keyid` the RFC 7638 thumbprint of an allow-listed key.
 * Throws a `TypeError` for a configured key that is no public Ed25519 JWK. `now` is for tests, epoch milliseconds.
 */
export function createAgentAuth(config: AgentsConfig, now: () => number = Date.now): AgentAuth {
  const { keys, require = [], nonces } = config.webBotAuth
  for (const key of keys) assertPublicKey(key)
  const allowed = importKeys(keys)
  // Awaited at the first signature; a rejection must not end the process before that.
  allowed.catch(() => undefined)

  async function accepts(message: SignedMessage, signature: MessageSignature): Promise<string | undefined> {
    const claim = readClaim(signature, Math.floor(now() / 1000), require, nonces !== undefined)
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
        const message = request instanceof Request ? fromRequest(request) : request
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

/** Whether a request presents a signature, verified or not; such a request counts as an agent's. */
export function presentsSignature(header: (name: string) => string | undefined): boolean {
  return header('signature') !== undefined || header('signature-input') !== undefined
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
  for (const name of ['@authority', ...required])
    if (!components.some((component) => component.name === name && !component.parameters.has('key'))) return undefined
  return { keyId, expires, nonce }
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function assertPublicKey(key: JsonWebKey): void {
  if (key.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.x === 'string' && key.d === undefined) return
  throw new TypeError(
    'agents.webBotAuth.keys takes public Ed25519 keys as JWK: { "kty": "OKP", "crv": "Ed25519", "x": "…" }, without "d".',
  )
}

async function importKeys(keys: readonly JsonWebKey[]): Promise<ReadonlyMap<string, CryptoKey>> {
  const entries = keys.map(async (key) => {
    const { kty, crv, x } = key
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    return [await ed25519Thumbprint(key), imported] as const
  })
  return new Map(await Promise.all(entries))
}

function fromRequest(request: Request): SignedMessage {
  const url = new URL(request.url)
  // The authority is the Host as received: a client signs what it sent.
  const host = request.headers.get('host')
  if (host !== null) url.host = host
  return { method: request.method, url, header: (name) => request.headers.get(name) ?? undefined }
}
