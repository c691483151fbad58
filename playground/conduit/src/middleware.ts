import { rateLimit } from '@fw/runtime/server'

/** Slows down who tries passwords: sign-ups and logins of one address. */
const attempts = rateLimit({ name: 'passwords', limit: 20, windowMs: 60_000 })

export default function middleware(req: Request) {
  return /^\/api\/users(?:\/|$)/.test(new URL(req.url).pathname) ? attempts(req) : undefined
}
