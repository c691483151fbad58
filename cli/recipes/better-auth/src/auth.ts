/** Users and their sessions. Social providers, passkeys and organisations are options and plugins of Better Auth. */
import { rateLimit } from '@fw/runtime/server'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { db } from './database/client.ts'
import * as schema from './database/schema/auth.ts'

export const auth = betterAuth({
  baseURL: process.env.BETTER_AUTH_URL ?? 'http://localhost:3000',
  secret: process.env.BETTER_AUTH_SECRET,
  database: drizzleAdapter(db, { provider: 'sqlite', schema }),
  emailAndPassword: { enabled: true },
})

/** Better Auth limits the requests of its own endpoints only. Behind a proxy, set `trustProxy` in `fw.config.ts`. */
const attempts = rateLimit({ name: 'sign-in', limit: 10, windowMs: 60_000 })

/**
 * Members of `ctx`: the signed-in user, the cookies, with which the user signs out, and `countAttempt`, which throws if there
 * were too many attempts to sign in from the IP address.
 */
export async function getUser(request: Request) {
  const { headers } = request
  const session = await auth.api.getSession({ headers })
  const countAttempt = () => attempts.check(request)
  return { userId: session?.user.id, userName: session?.user.name, cookie: headers.get('cookie') ?? '', countAttempt }
}
