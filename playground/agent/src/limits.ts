import { rateLimit } from '@fw/runtime/server'

const MINUTE_MS = 60_000

const LIMITS = {
  /** Attempts to sign in from one address. */
  'sign-in': rateLimit({ name: 'sign-in', limit: 10, windowMs: 15 * MINUTE_MS }),
  /** Attempts to sign in to one account, from all addresses. */
  account: rateLimit({ name: 'account', limit: 20, windowMs: 15 * MINUTE_MS }),
  /** Messages of customers, from one address. */
  message: rateLimit({ name: 'message', limit: 30, windowMs: 10 * MINUTE_MS }),
} as const

/** Returns a function that throws `rate_limited` if the caller, or the subject, has exceeded a limit. */
export function limitRequests(request: Request) {
  return (name: keyof typeof LIMITS, subject?: string): Promise<void> =>
    LIMITS[name].check(request, subject === undefined ? {} : { subject })
}
