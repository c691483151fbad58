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

/** The organisation as a part of a call. */
export interface NamedOrganization {
  /** Id of the organisation. */
  organizationId: string
  /** Name of the organisation, so that a user who approves the call knows which one it is. */
  organization: string
}

/**
 * For API functions that change the organisation: returns the organisation of the caller, which has to be the named one. A
 * session may work in another one by the time that a user approves the call, or sends the form of a page.
 */
export function getNamedOrganization(ctx: Ctx, { organizationId, organization: name }: NamedOrganization): Membership {
  const organization = getOrganization(ctx)
  if (organization.id === organizationId && organization.name === name) return organization
  throw new FwError('other_organization', {
    status: 409,
    message: `This is about ${name}, and you work in ${organization.name} now. Open ${name}, and try again.`,
  })
}
