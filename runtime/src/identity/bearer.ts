/** Authenticates callers of the protocol endpoints with bearer tokens. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Logger } from '#contract/config/log.ts'
import { FwError } from '#contract/http/error.ts'
import { isPlainObject, isRecord } from '#contract/is-object.ts'
import { readBearerToken } from '#wire/bearer-token.ts'
import { createChallenge, type TokenSources } from './challenge.ts'

/** The identity of a token's holder: at least a `subject`, a `clientId` or `scopes`. */
export interface BearerIdentity {
  /** Owner of the proposals that the caller's calls create. */
  readonly subject?: string
  readonly clientId?: string
  /** Added to `ctx.scopes`. */
  readonly scopes?: readonly string[]
  /** Epoch milliseconds after which the token is refused. */
  readonly expiresAt?: number
  /**
   * Audience of the token, its claim `aud`. If it is given, it must include the endpoint or the `siteUrl` of the app,
   * otherwise the token is refused: a token for another service must not be accepted here.
   */
  readonly audience?: string | readonly string[]
}

/**
 * The result of `verifyBearer`: true or an identity accepts the token, all other values refuse it. An object with other
 * members isn't an identity, such as the claims of a token or the response of an introspection endpoint.
 */
export type BearerResult = boolean | BearerIdentity | null | undefined

/** The option `mcpAuth`: `verify`, or a token to compare with. */
export interface BearerOptions extends TokenSources {
  /**
   * Verifies a token: true or an identity accepts it, null and false refuse it. An exception also refuses it, and is
   * logged; an `FwError` with a status other than 401 is sent as the response (`unavailable` while a key server is
   * unreachable).
   */
  readonly verify?: ((token: string, req: Request) => BearerResult | Promise<BearerResult>) | undefined
  /**
   * Environment variable with the token, read at start. It takes precedence over `token`; while it is unset, every
   * caller is refused.
   */
  readonly tokenEnv?: string
  readonly token?: string
}

/** The environment of a token check. */
export interface BearerDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
  /** Public origin: the audience of tokens. */
  readonly siteUrl?: string | undefined
}

/**
 * Resolves to the identity in the `Authorization` header of a request to the endpoint at `path`. Rejects with
 * `unauthenticated`, including `WWW-Authenticate`, for callers without an accepted token.
 */
export type BearerCheck = (
  authorization: string | undefined,
  request: () => Request,
  path: string,
) => Promise<BearerIdentity>

/**
 * Creates the check. Throws a `SetupError` for an invalid `resourceMetadataUrl`, and for unusable authorization
 * servers.
 */
export function createBearerCheck(options: BearerOptions, deps: BearerDeps): BearerCheck {
  const challenge = createChallenge(options, deps.siteUrl)
  const verify = options.verify ?? compareWith(getExpectedToken(options, deps))
  const refuse = (path: string, message: string, error = {}): FwError =>
    new FwError('unauthenticated', { message, headers: { 'www-authenticate': challenge(path, error) } })
  return async (authorization, request, path) => {
    const token = readToken(authorization)
    if (token === undefined) throw refuse(path, HOW_TO_SEND)
    const identity = readIdentity(await callVerify(verify, token, request, deps), deps, path)
    if (identity === undefined) throw refuse(path, 'This token is not accepted.', { error: 'invalid_token' })
    return identity
  }
}

const HOW_TO_SEND = 'Send one header "Authorization: Bearer <token>". A token has no spaces and no commas.'

/**
 * A single token of visible characters, so that handwritten tokens work too. Two headers arrive joined by a comma and a
 * space.
 */
const TOKEN = /^[!-+\--~]+$/

function readToken(authorization: string | undefined): string | undefined {
  const token = readBearerToken(authorization)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** Calls `verify`. Libraries throw for tokens that they refuse, so an exception is a refusal. */
async function callVerify(
  verify: NonNullable<BearerOptions['verify']>,
  token: string,
  request: () => Request,
  { log }: BearerDeps,
): Promise<unknown> {
  try {
    return await verify(token, request())
  } catch (error) {
    if (error instanceof FwError && error.status !== 401) throw error
    log.warn('The check of a bearer token threw, so the token was refused.', { err: error })
    return false
  }
}

const NO_IDENTITY: BearerIdentity = {}

/** Validates the result of `verify`. A value that isn't a valid identity refuses the token. */
function readIdentity(value: unknown, { now, log, siteUrl }: BearerDeps, path: string): BearerIdentity | undefined {
  if (value === true) return NO_IDENTITY
  if (value === false || value === null || value === undefined) return undefined
  const problem = identityProblem(value)
  if (problem !== undefined) {
    log.warn(
      `The check of a bearer token returned ${problem}, so the token was refused. Return true, false, null or { subject?, clientId?, scopes?, expiresAt?, audience? }.`,
    )
    return undefined
  }
  const { subject, clientId, scopes, expiresAt, audience } = value as BearerIdentity // `identityProblem` has checked it
  if (expiresAt !== undefined && expiresAt <= now()) return undefined
  if (audience !== undefined && !isMeant(audience, siteUrl, path)) {
    log.warn(`A bearer token was issued for another service than ${path} of this app, so it was refused.`, { audience })
    return undefined
  }
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(audience === undefined ? {} : { audience }),
  }
}

/** Whether a token was issued for the endpoint at `path`, or for the whole app (RFC 8707 section 2). */
function isMeant(audience: string | readonly string[], siteUrl: string | undefined, path: string): boolean {
  if (siteUrl === undefined) return false
  const { origin } = new URL(siteUrl)
  const meant = [origin, `${origin}/`, origin + path]
  return (typeof audience === 'string' ? [audience] : audience).some((one) => meant.includes(one))
}

/** Values below this are years before 1973 in milliseconds, so the value is probably in seconds. */
const SECONDS_BELOW = 100_000_000_000

const MEMBERS: readonly unknown[] = [
  'subject',
  'clientId',
  'scopes',
  'expiresAt',
  'audience',
] satisfies readonly (keyof BearerIdentity)[]

function identityProblem(value: unknown): string | undefined {
  // A `Response`, an `Error` or `{ active: false }` of an introspection endpoint reports a refusal, so it must not be accepted
  // as an identity without members.
  if (!isRecord(value) || !isPlainObject(value)) return 'a value that is not an identity'
  const unknown = Reflect.ownKeys(value).find((key) => !MEMBERS.includes(key))
  if (unknown !== undefined) return `an identity with the unknown member ${JSON.stringify(String(unknown))}`
  const { subject, clientId, scopes, expiresAt, audience } = value
  if (subject === undefined && clientId === undefined && scopes === undefined)
    return 'an identity without a subject, a clientId or scopes'
  if (subject !== undefined && (typeof subject !== 'string' || subject === ''))
    return 'a subject that is not a non-empty string'
  if (clientId !== undefined && typeof clientId !== 'string') return 'a clientId that is not a string'
  if (scopes !== undefined && !isTexts(scopes)) return 'scopes that are not a list of strings'
  if (audience !== undefined && typeof audience !== 'string' && !isTexts(audience))
    return 'an audience that is neither a string nor a list of strings'
  if (expiresAt === undefined) return undefined
  if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return 'an expiresAt that is not a number'
  return expiresAt > 0 && expiresAt < SECONDS_BELOW ? 'an expiresAt in seconds, not milliseconds' : undefined
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function getExpectedToken({ verify, tokenEnv, token }: BearerOptions, { env, log }: BearerDeps): string | undefined {
  if (tokenEnv === undefined) return token
  const value = env[tokenEnv]
  if (verify === undefined && !value)
    log.warn(`mcpAuth.tokenEnv names ${tokenEnv}, which is not set. /_fw/mcp refuses every caller until it is set.`)
  return value
}

/** Compares digests, so that the time reveals neither the length nor the position of the first difference. */
function compareWith(expected: string | undefined): (token: string) => boolean {
  if (expected === undefined || expected === '') return () => false
  const digest = sha256(expected)
  return (token) => timingSafeEqual(sha256(token), digest)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
