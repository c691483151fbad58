/** `rateLimit`: limits requests, if an app calls it in its middleware or in `ctxFor`. */
import { ANY, checkOptions, FUNCTION, type KindsOf, oneOf } from '#contract/config/check-options.ts'
import type { WindowCount } from '#contract/config/data.ts'
import { FwError, toEnvelope } from '#contract/http/error.ts'
import { getRequestFacts, type RequestFacts } from '#contract/http/request-facts.ts'
import { shortenKey } from '#digest/shorten-key.ts'
import { addressKey } from './address-key.ts'

/** Options of `rateLimit`. */
export interface RateLimitOptions {
  /** Maximum number of requests of a caller in any `windowMs`. An integer of at least 1. */
  readonly limit: number
  /** Length of the window in milliseconds. It is a sliding window, not a fixed minute of the clock. */
  readonly windowMs: number
  /**
   * Returns the identity of a caller, such as an API key. Return only verified values, or values that an attacker can't
   * change at will. Undefined (and the default): the IP address, for IPv6 its /64.
   */
  readonly by?: (req: Request) => string | undefined
  /** Distinguishes limits and appears in the headers: letters, digits and `_ . : -`. Default `default`. */
  readonly name?: string
  /**
   * What happens if a request can't be counted (the store is unavailable, or the host doesn't provide addresses):
   * `allow` (default) accepts it and logs a warning; `refuse` responds with 503 `unavailable`.
   */
  readonly onUnavailable?: 'allow' | 'refuse'
}

/** A request limit for middleware and `ctxFor`, created by `rateLimit`. */
export interface RateLimit {
  /** For middleware: returns a 429 `rate_limited` response for a caller over the limit, otherwise undefined. */
  (req: Request): Promise<Response | undefined>
  /** For `ctxFor`: throws `rate_limited`. With a `subject`, the limit applies to that user, from any address. */
  check(req: Request, who?: { readonly subject?: string | number }): Promise<void>
}

const OPTIONS: KindsOf<RateLimitOptions> = {
  limit: ANY,
  windowMs: ANY,
  by: FUNCTION,
  name: ANY,
  onUnavailable: oneOf('allow', 'refuse'),
}

/** Maximum time to wait for a store, so that a hanging store doesn't block every request. */
const WAIT_MS = 500

/**
 * Creates a rate limit with a sliding window for each caller. The counts are in the server's data store, so that all
 * processes share them. A request counts only once, however often it is checked. Pass the `Request` that the server
 * passed to middleware or `ctxFor`, not a copy. Throws a `TypeError` for invalid options.
 */
export function rateLimit(options: RateLimitOptions): RateLimit {
  checkOptions('rateLimit', options, OPTIONS)
  const { limit, windowMs, by, name = 'default', onUnavailable = 'allow' } = options
  expectOptions(limit, windowMs, name)
  let warned = false

  const notCounted = (facts: RequestFacts, why: string): undefined => {
    if (onUnavailable === 'refuse')
      throw new FwError('unavailable', { message: 'Requests cannot be counted right now. Try again in a moment.' })
    if (!warned) facts.log.warn(`rateLimit "${name}" lets requests pass uncounted: ${why}`)
    warned = true
  }

  async function count(req: Request, subject: string | number | undefined): Promise<WindowCount | undefined> {
    const facts = getRequestFacts(req)
    if (facts === undefined)
      throw new TypeError('rateLimit takes the Request that middleware or ctxFor received, not a copy or another one.')
    const caller = identifyCaller(req, subject, by, facts)
    if (caller === undefined)
      return notCounted(facts, 'the host does not provide IP addresses. Pass `by`, or a subject.')
    const key = `limit:${name}:${limit}:${windowMs}:${caller}`
    const counted = facts.counted.get(key) ?? withinTime(facts.data.hit(key, limit, windowMs))
    facts.counted.set(key, counted)
    try {
      const found = await counted
      warned = false
      return found
    } catch (error) {
      if (!(error instanceof FwError)) throw error
      return notCounted(facts, 'the data store is not available.')
    }
  }

  async function refusal(req: Request, subject?: string | number): Promise<FwError | undefined> {
    const found = await count(req, subject)
    if (found === undefined || found.allowed) return undefined
    const seconds = Math.max(1, Math.ceil(found.resetMs / 1000))
    return new FwError('rate_limited', {
      message: `Too many requests; try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
      headers: {
        'retry-after': String(seconds),
        // draft-ietf-httpapi-ratelimit-headers: quota and window of the policy; remaining requests, and seconds until the
        // reset.
        'ratelimit-policy': `"${name}";q=${limit};w=${Math.ceil(windowMs / 1000)}`,
        ratelimit: `"${name}";r=${found.remaining};t=${seconds}`,
      },
    })
  }

  const middleware = async (req: Request): Promise<Response | undefined> => {
    const error = await refusal(req)
    return error && toResponse(error, getRequestFacts(req)?.isEndpoint === true)
  }
  return Object.assign(middleware, {
    async check(req: Request, who?: { readonly subject?: string | number }): Promise<void> {
      const error = await refusal(req, who?.subject)
      if (error !== undefined) throw error
    },
  })
}

function expectOptions(limit: number, windowMs: number, name: string): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new TypeError(`rateLimit: limit is ${limit}; it must be a whole number of requests, 1 or more.`)
  if (!Number.isFinite(windowMs) || windowMs < 1)
    throw new TypeError(`rateLimit: windowMs is ${windowMs}; it must be a number of milliseconds, such as 60_000.`)
  if (!/^[\w.:-]{1,64}$/.test(name))
    throw new TypeError(`rateLimit: name is "${name}"; it must consist of up to 64 letters, digits and _ . : -`)
}

/**
 * Returns the caller's key, prefixed with its kind, so that a subject that looks like an address isn't that address.
 */
function identifyCaller(
  req: Request,
  subject: string | number | undefined,
  by: RateLimitOptions['by'],
  { address }: RequestFacts,
): string | undefined {
  if (subject !== undefined) return shortenKey(`subject:${subject}`)
  const own = by?.(req)
  if (own !== undefined) return shortenKey(`by:${own}`)
  return address === undefined ? undefined : shortenKey(`address:${addressKey(address)}`)
}

function withinTime(hit: Promise<WindowCount>): Promise<WindowCount> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new FwError('unavailable')), WAIT_MS)
    const clearTimer = () => clearTimeout(timer)
    hit.then(resolve, reject).finally(clearTimer)
  })
}

/** Endpoints respond with the error envelope, other paths with plain text. */
function toResponse(error: FwError, isEndpoint: boolean): Response {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...error.headers }
  const init = { status: error.status, headers }
  return isEndpoint
    ? Response.json(toEnvelope(error), init)
    : new Response(error.message, { ...init, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
}
