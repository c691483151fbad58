import { type Ctx, FwError } from '@fw/runtime'
import type { User } from './data/users.ts'

/** Returns the signed-in user. Throws `unauthenticated` for other callers. */
export function requireUser({ user }: Ctx): User {
  if (user === undefined) throw new FwError('unauthenticated', { message: 'Sign in first.' })
  return user
}
