/** The identity that an app gives a caller. */
import type { Ctx } from '#contract/api.ts'
import { isThenable } from '#contract/thenable.ts'

/**
 * Returns the identity of a signed-in caller: the return value of the app's `subjectOf`, by default `ctx.userId`. It is a
 * string or a number, including 0. Any other value and the empty string count as anonymous: an app that sets `userId: ''`
 * must not treat all its visitors as one user.
 *
 * @throws TypeError if `subjectOf` returns a promise, which would make every caller anonymous.
 */
export function findUser(ctx: Ctx, subjectOf?: (ctx: Ctx) => string | number | undefined): string | undefined {
  // `userId` is a convention of apps; the type of an app's ctx isn't known here.
  const own: unknown = subjectOf === undefined ? (ctx as { userId?: unknown }).userId : subjectOf(ctx)
  if (isThenable(own))
    throw new TypeError('subjectOf returned a promise. Await the user in ctxFor, and return the id from the ctx.')
  if (typeof own === 'string') return own === '' ? undefined : own
  return typeof own === 'bigint' || Number.isFinite(own) ? String(own) : undefined
}
