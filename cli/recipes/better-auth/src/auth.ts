/** Users and their sessions. Social providers, passkeys and organisations are options and plugins of Better Auth. */
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

/** Members of `ctx`: the signed-in user, and the cookies, with which the user signs out. */
export async function getUser({ headers }: Request) {
  const session = await auth.api.getSession({ headers })
  return { userId: session?.user.id, userName: session?.user.name, cookie: headers.get('cookie') ?? '' }
}
