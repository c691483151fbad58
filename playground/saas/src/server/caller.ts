/** Narrows the caller of a page or an API function. */
import { type Ctx, FwError, redirect } from '@fw/runtime'
import type { Membership } from './membership.ts'

type User = NonNullable<Ctx['user']>

/** For pages: returns the user, or redirects to the sign-in page. */
export function requireUser(ctx: Ctx): User {
  return ctx.user ?? redirect(`/sign-in?next=${encodeURIComponent(ctx.path)}`)
}

/** For pages: returns the user and the organisation, or redirects to the page that is missing. */
export function requireMember(ctx: Ctx): { readonly user: User; readonly organization: Membership } {
  const user = requireUser(ctx)
  return { user, organization: ctx.organization ?? redirect('/app/new') }
}

/** For API functions: returns the organisation of a caller whose scopes require one. */
export function getOrganization(ctx: Ctx): Membership {
  if (ctx.organization === undefined) throw new FwError('unauthenticated')
  return ctx.organization
}
