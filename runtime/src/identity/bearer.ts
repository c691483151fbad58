/** Who calls the protocol endpoints with a bearer token (spec: Authentication 6; decisions: Protocols and identity). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { FwError } from '#contract/error.ts'
import type { Logger } from '#contract/log.ts'
import { readBearerToken } from '#wire/bearer-token.ts'
import { createChallenge, type TokenSources } from './challenge.ts'

/** Whom a token stands for. */
export interface BearerIdentity {
  /** Owns what the caller's calls propose. */
  readonly subject?: string
  readonly clientId?: string
  /** Added to `ctx.scopes`. */
  readonly scopes?: readonly string[]
  /** Epoch milliseconds; past it the token is refused. */
  readonly expiresAt?: number
  /**
   * For whom the token was issued, its claim `aud`. Where it is given, the endpoint or the `siteUrl` of the app has to be
   * among it, else the token is refused: one for another service must not work here.
   */
  readonly audience?: string | readonly string[]
}

/** The option `mcpAuth`: `verify`, or a token to compare with. */
export interface BearerOptions extends TokenSources {
  /**
   * Says whom a token stands for: true, or an identity; null and false refuse it. A throw refuses it too, and is logged;
   * an `FwError` other than 401 is the answer as it is (`unavailable` while a key server is away).
   */
  readonly verify?: ((token: string, req: Request) => unknown) | undefined
  /** Environment variable that holds the token, read at start. Wins over `token`; while unset, everyone is refused. */
  readonly tokenEnv?: string
  readonly token?: string
}

/** What the checking needs beside its options. */
export interface BearerWorld {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
  /** Public origin: what tokens are issued for. */
  readonly siteUrl?: string | undefined
}

/**
 * Resolves to whom the `Authorization` header of a request to the endpoint at `path` stands for. Rejects with
 * `unauthenticated`, and its `WWW-Authenticate`, for whoever has no token that is accepted.
 */
export type BearerCheck = (
  authorization: string | undefined,
  request: () => Request,
  path: string,
) => Promise<BearerIdentity>

/** Throws a `SetupError` for a `resourceMetadataUrl` that is no URL, and for authorization servers that cannot be used. */
export function createBearerCheck(options: BearerOptions, world: BearerWorld): BearerCheck {
  const challenge = createChallenge(options, world.siteUrl)
  const verify = options.verify ?? compareWith(getExpectedToken(options, world))
  const refuse = (path: string, message: string, error = {}): FwError =>
    new FwError('unauthenticated', { message, headers: { 'www-authenticate': challenge(path, error) } })
  return async (authorization, request, path) => {
    const token = readToken(authorization)
    if (token === undefined) throw refuse(path, 'Send one header "Authorization: Bearer <token>".')
    const identity = readIdentity(await ask(verify, token, request, world), world, path)
    if (identity === undefined) throw refuse(path, 'This token is not accepted.', { error: 'invalid_token' })
    return identity
  }
}

/**
 * One token of any visible characters, so that hand-written tokens work too. Two headers arrive joined by a comma
 * and a space.
 */
const TOKEN = /^[!-+\--~]+$/

function readToken(authorization: string | undefined): string | undefined {
  const token = readBearerToken(authorization)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** Libraries throw for tokens that they refuse, so a throw is a refusal. */
async function ask(
  verify: NonNullable<BearerOptions['verify']>,
  token: string,
  request: () => Request,
  { log }: BearerWorld,
): Promise<unknown> {
  try {
    return await verify(token, request())
  } catch (error) {
    if (error instanceof FwError && error.status !== 401) throw error
    log.warn('The check of a bearer token threw, so the token was refused.', { err: error })
    return false
  }
}

const ANYBODY: BearerIdentity = {}

/** What `verify` answered, when it is something to rely on: anything that is not quite an identity refuses. */
function readIdentity(value: unknown, { now, log, siteUrl }: BearerWorld, path: string): BearerIdentity | undefined {
  if (value === true) return ANYBODY
  if (value === false || value === null || value === undefined) return undefined
  const problem = identityProblem(value)
  if (problem !== undefined) {
    log.warn(
      `The check of a bearer token answered ${problem}, so the token was refused. Answer true, false, null or { subject?, clientId?, scopes?, expiresAt?, audience? }.`,
    )
    return undefined
  }
  const { subject, clientId, scopes, expiresAt, audience } = value as BearerIdentity // just checked
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

/** Before 1973 in milliseconds, and this century in seconds: somebody gave seconds. */
const SECONDS_BELOW = 100_000_000_000

function identityProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no identity'
  const { subject, clientId, scopes, expiresAt, audience } = value as Readonly<Record<keyof BearerIdentity, unknown>>
  if (subject !== undefined && (typeof subject !== 'string' || subject === '')) return 'a subject that is no text'
  if (clientId !== undefined && typeof clientId !== 'string') return 'a clientId that is no text'
  if (scopes !== undefined && !isTexts(scopes)) return 'scopes that are no list of texts'
  if (audience !== undefined && typeof audience !== 'string' && !isTexts(audience))
    return 'an audience that is neither text nor a list of texts'
  if (expiresAt === undefined) return undefined
  if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return 'an expiresAt that is no number'
  return expiresAt > 0 && expiresAt < SECONDS_BELOW ? 'an expiresAt in seconds, not milliseconds' : undefined
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function getExpectedToken({ verify, tokenEnv, token }: BearerOptions, { env, log }: BearerWorld): string | undefined {
  if (tokenEnv === undefined) return token
  const value = env[tokenEnv]
  if (verify === undefined && !value)
    log.warn(`mcpAuth.tokenEnv names ${tokenEnv}, which is not set: /_fw/mcp refuses everyone until it is.`)
  return value
}

/** Digests are compared, so that neither length nor place of the first difference shows in the time it takes. */
function compareWith(expected: string | undefined): (token: string) => boolean {
  if (expected === undefined || expected === '') return () => false
  const digest = sha256(expected)
  return (token) => timingSafeEqual(sha256(token), digest)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
