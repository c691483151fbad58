/**
 * The key of the app's own agent: signs its requests (RFC 9421, draft-meunier-webbotauth-httpsig-protocol), and the
 * directory that proves that the key belongs to this site. The private key comes from the environment and is never
 * sent.
 */
import { randomBytes } from 'node:crypto'
import { SetupError } from '#contract/config/setup-error.ts'
import type { SignRequest } from '#contract/http/sign-request.ts'
import { createContentDigest } from '#wire/content-digest.ts'
import { type CoveredComponent, importSigningKey, type SigningKey, signMessage } from '#wire/sign-message.ts'

/** The option `signing`. */
export interface SigningOptions {
  /**
   * Environment variable with the private key, an Ed25519 JWK with "d"; read at start. If it is unset, requests aren't
   * signed.
   */
  readonly keyEnv: string
}

export interface SigningDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Public origin, at which others find the public key. */
  readonly siteUrl: string | undefined
  readonly warn: (message: string) => void
}

export interface RequestSigner {
  readonly sign: SignRequest
  /** Returns the document with the public key. It is signed only if the request's `host` is the host of `siteUrl`. */
  directory(host: string | undefined): Promise<SignedDocument>
}

interface SignedDocument {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Lifetime of a request's signature in seconds: long enough for a response, and not longer. */
const REQUEST_SECONDS = 60
const DIRECTORY_SECONDS = 86_400
const LABEL = 'fw'

/**
 * Creates the signer; undefined if the variable isn't set. Throws a `SetupError` for an invalid key; its message never
 * contains the value.
 */
export function createRequestSigner({ keyEnv }: SigningOptions, deps: SigningDeps): RequestSigner | undefined {
  const value = deps.env[keyEnv]
  if (value === undefined || value === '') {
    deps.warn(`signing.keyEnv names ${keyEnv}, which is not set. Requests of the agent are not signed.`)
    return undefined
  }
  const key = importSigningKey(parseKey(value, keyEnv)).catch(() => {
    throw createKeyError(keyEnv)
  })
  // Awaited for the first signature; a rejection before that must not crash the process.
  key.catch((error: Error) => deps.warn(error.message))
  const agent = getAgentUrl(deps)
  return {
    sign: async (request) => signRequest(request, { key: await key, agent, now: deps.now }),
    directory: async (host) => signDirectory(await key, host, deps),
  }
}

function parseKey(value: string, keyEnv: string): JsonWebKey {
  let key: unknown
  try {
    key = JSON.parse(value)
  } catch {
    throw createKeyError(keyEnv)
  }
  if (typeof key === 'object' && key !== null && 'd' in key && 'x' in key) return key as JsonWebKey // the import validates it
  throw createKeyError(keyEnv)
}

/** Contains neither the value nor a cause, because the message is logged. */
function createKeyError(keyEnv: string): SetupError {
  return new SetupError(
    `${keyEnv} does not contain a private Ed25519 key as JWK: { "kty": "OKP", "crv": "Ed25519", "x": "…", "d": "…" }.`,
  )
}

/** Returns the value of `Signature-Agent`. The protocol allows only https origins. */
function getAgentUrl({ siteUrl, warn }: SigningDeps): string | undefined {
  const origin = siteUrl === undefined ? undefined : new URL(siteUrl).origin
  if (origin?.startsWith('https:')) return origin
  warn('signing needs a siteUrl with https. Without it, others cannot find the key, and Signature-Agent is omitted.')
  return undefined
}

interface RequestSigning {
  readonly key: SigningKey
  readonly agent: string | undefined
  readonly now: () => number
}

async function signRequest(
  { method, url, body }: Parameters<SignRequest>[0],
  { key, agent, now }: RequestSigning,
): Promise<Readonly<Record<string, string>>> {
  const { host, pathname, search } = new URL(url)
  // Also without a body: servers may require the digest in every signature.
  const digest = await createContentDigest(body ?? '')
  const named = agent === undefined ? undefined : `"${agent}"`
  const components: CoveredComponent[] = [
    { name: '@authority', value: host },
    { name: '@method', value: method.toUpperCase() },
    { name: '@path', value: pathname },
    ...(search === '' ? [] : [{ name: '@query', value: search }]),
    { name: 'content-digest', value: digest },
    ...(named === undefined ? [] : [{ name: 'signature-agent', parameters: { key: LABEL }, value: named }]),
  ]
  const created = Math.floor(now() / 1000)
  const nonce = randomBytes(24).toString('base64url')
  const terms = { label: LABEL, created, expires: created + REQUEST_SECONDS, tag: 'web-bot-auth', nonce }
  return {
    'content-digest': digest,
    ...(named !== undefined && { 'signature-agent': `${LABEL}=${named}` }),
    ...(await signMessage(components, terms, key)),
  }
}

/**
 * Signs the directory. A proof for another host name is never created, because another site could use it to claim our
 * keys.
 */
async function signDirectory(key: SigningKey, host: string | undefined, deps: SigningDeps): Promise<SignedDocument> {
  const { keyId: kid, x } = key
  const body = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig' }] })
  const headers = { 'content-type': DIRECTORY_TYPE, 'cache-control': 'public, max-age=3600' }
  const authority = deps.siteUrl === undefined ? undefined : new URL(deps.siteUrl).host
  if (authority === undefined || host?.toLowerCase() !== authority) return { body, headers }
  const created = Math.floor(deps.now() / 1000)
  return {
    body,
    headers: { ...headers, ...(await proveDirectory(body, authority, created, created + DIRECTORY_SECONDS, key)) },
  }
}

const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json'

/**
 * Returns the headers that prove that the owner of the key published this document under this host name. Times are in
 * seconds.
 */
export async function proveDirectory(
  body: string,
  authority: string,
  created: number,
  expires: number,
  key: SigningKey,
): Promise<Readonly<Record<string, string>>> {
  const digest = await createContentDigest(body)
  const components: CoveredComponent[] = [
    { name: '@authority', parameters: { req: true }, value: authority },
    { name: 'content-digest', value: digest },
  ]
  const terms = { label: 'binding', created, expires, tag: 'http-message-signatures-directory' }
  return { 'content-digest': digest, ...(await signMessage(components, terms, key)) }
}
