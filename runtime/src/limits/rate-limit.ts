/** `rateLimit`: nothing limits requests unless an app says so, in its middleware or in `ctxFor` (spec: Limits). */
import { createHash } from 'node:crypto'
import { ANY, checkOptions, FUNCTION, type KindsOf, oneOf } from '#contract/check-options.ts'
import type { WindowCount } from '#contract/data.ts'
import { FwError, toEnvelope } from '#contract/error.ts'
import { FW_PREFIX } from '#contract/path.ts'
import { getRequestFacts, type RequestFacts } from '#contract/request-facts.ts'
import { addressKey } from './address-key.ts'

/** How many requests a caller may make in how long, and who is one caller. */
export interface RateLimitOptions {
  /** Requests of one caller in any `windowMs`. A whole number, 1 or more. */
  readonly limit: number
  /** Length of the window in milliseconds. It slides: what counts is the time since each request, not the clock's minute. */
  readonly windowMs: number
  /**
   * Who a caller is, such as an API key. Return only what you verified, or what an attacker cannot change at will.
   * Undefined (and the default): by address, IPv6 by its /64.
   */
  readonly by?: (req: Request) => string | undefined
  /** Tells limits apart and stands in the headers: letters, digits and `_ . : -`. Default `default`. */
  readonly name?: string
  /**
   * When a request cannot be counted (the store is not available, or the host does not tell addresses): `allow`
   * (default) lets it pass and logs one line; `refuse` answers 503 `unavailable`.
   */
  readonly onUnavailable?: 'allow' | 'refuse'
}

/** A limit on requests, for middleware and `ctxFor`. `rateLimit` makes one. */
export interface RateLimit {
  /** For middleware: a 429 `rate_limited` answer for a caller that is over the limit, otherwise undefined. */
  (req: Request): Promise<Response | undefined>
  /** For `ctxFor`: throws `rate_limited`. With a `subject` the limit is that person's, from whatever address. */
  check(req: Request, who?: { readonly subject?: string | number }): Promise<void>
}

const OPTIONS: KindsOf<RateLimitOptions> = {
  limit: ANY,
  windowMs: ANY,
  by: FUNCTION,
  name: ANY,
  onUnavailable: oneOf('allow', 'refuse'),
}

/** A store that hangs must not hold up every request for longer than this. */
const WAIT_MS = 500
/** A longer key is kept as its hash: it may come from a header. */
const LONGEST_KEY = 128

/**
 * A sliding window for each caller, counted in the server's data store, so that all processes share it. One request
 * counts once, however often it is checked. Takes the `Request` that the server handed to middleware or `ctxFor`, not a
 * copy. Throws a `TypeError` for options that make no sense.
 */
export function rateLimit(options: RateLimitOptions): RateLimit {
  checkOptions('rateLimit', options, OPTIONS)
  const { limit, windowMs, by, name = 'default', onUnavailable = 'allow' } = options
  expectOptions(limit, windowMs, name)
  let warned = false

  const notCounted = (facts: RequestFacts, why: string): undefined => {
    if (onUnavailable === 'refuse')
      throw new FwError('unavailable', { message: 'Requests cannot be counted right now; try again in a moment.' })
    if (!warned) facts.log.warn(`rateLimit "${name}" lets requests pass uncounted: ${why}`)
    warned = true
  }

  async function count(req: Request, subject: string | number | undefined): Promise<WindowCount | undefined> {
    const facts = getRequestFacts(req)
    if (facts === undefined)
      throw new TypeError('rateLimit takes the Request that middleware or ctxFor was given, not a copy or another one.')
    const caller = identifyCaller(req, subject, by, facts)
    if (caller === undefined) return notCounted(facts, 'the host does not tell addresses. Pass `by`, or a subject.')
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
        // draft-ietf-httpapi-ratelimit-headers: quota and window of the policy; what is left, and for how many seconds.
        'ratelimit-policy': `"${name}";q=${limit};w=${Math.ceil(windowMs / 1000)}`,
        ratelimit: `"${name}";r=${found.remaining};t=${seconds}`,
      },
    })
  }

  const middleware = async (req: Request): Promise<Response | undefined> => {
    const error = await refusal(req)
    return error && toResponse(error, new URL(req.url).pathname)
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
    throw new TypeError(`rateLimit: limit is ${limit}; it has to be a whole number of requests, 1 or more.`)
  if (!Number.isFinite(windowMs) || windowMs < 1)
    throw new TypeError(`rateLimit: windowMs is ${windowMs}; it has to be a number of milliseconds, such as 60_000.`)
  if (!/^[\w.:-]{1,64}$/.test(name))
    throw new TypeError(`rateLimit: name is "${name}"; use up to 64 letters, digits and _ . : -`)
}

/** With its kind before it: a subject that is called like an address is not that address. */
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

function shortenKey(key: string): string {
  return key.length <= LONGEST_KEY ? key : `sha256:${createHash('sha256').update(key).digest('base64url')}`
}

function withinTime(hit: Promise<WindowCount>): Promise<WindowCount> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new FwError('unavailable')), WAIT_MS)
    const clearTimer = () => clearTimeout(timer)
    hit.then(resolve, reject).finally(clearTimer)
  })
}

/** Framework endpoints answer the envelope, everything else a line of text. */
function toResponse(error: FwError, path: string): Response {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...error.headers }
  const init = { status: error.status, headers }
  return path.startsWith(FW_PREFIX)
    ? Response.json(toEnvelope(error), init)
    : new Response(error.message, { ...init, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
}
