import { randomUUID } from 'node:crypto'
import { api, type Call, type Email, FwError } from '@fw/runtime'
import { auth } from '../auth.ts'
import { PLANS } from '../plans.ts'
import { callAuth } from './call-auth.ts'
import { getOrganization } from './caller.ts'
import { listInvitations, listMembers, type Member } from './membership.ts'
import { readPlan } from './subscription.ts'

/** Create an organisation, whose owner the caller is, and work in it. */
export const create = api({
  scopes: ['account'],
  guard: 'confirm',
  run: async ({ input, ctx }: Call<{ name: Name }>): Promise<Changed> => {
    const body = { name: input.name, slug: randomUUID() }
    const { id } = await callAuth(ctx, (options) => auth.api.createOrganization({ ...options, body }))
    return { id }
  },
  leadsTo: () => '/app',
})

/** Work in another organisation of the caller. */
export const open = api({
  scopes: ['account'],
  run: async ({ input, ctx }: Call<{ id: string }>): Promise<Changed> => {
    const body = { organizationId: input.id }
    await callAuth(ctx, (options) => auth.api.setActiveOrganization({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app',
})

/** List the members of the organisation. */
export const members = api({
  scopes: ['tasks'],
  readonly: true,
  run: async ({ ctx }: Call): Promise<Member[]> => listMembers(getOrganization(ctx).id),
})

/** Invite a person by e-mail. Only admins and owners may do this. */
export const invite = api({
  title: ({ email, role }) => `Invite ${email} as ${role}`,
  scopes: ['members'],
  guard: 'confirm',
  run: async ({ input, ctx }: Call<NewInvitation>): Promise<Changed> => {
    const { id: organizationId } = getOrganization(ctx)
    const [people, invitations] = await Promise.all([listMembers(organizationId), listInvitations(organizationId)])
    const { name, members: limit } = PLANS[await readPlan(organizationId)]
    if (people.length + invitations.length >= limit)
      throw new FwError('plan_limit', { status: 409, message: `The plan ${name} has at most ${limit} members.` })
    const body = { email: input.email, role: input.role, organizationId }
    const { id } = await callAuth(ctx, (options) => auth.api.createInvitation({ ...options, body }))
    return { id }
  },
  leadsTo: () => '/app/members',
})

/** Accept an invitation that was sent to the caller's address. */
export const accept = api({
  scopes: ['account'],
  guard: 'confirm',
  run: async ({ input, ctx }: Call<{ id: string }>): Promise<Changed> => {
    const body = { invitationId: input.id }
    await callAuth(ctx, (options) => auth.api.acceptInvitation({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app',
})

/** Change the role of a member. Only admins and owners may do this. */
export const setRole = api({
  scopes: ['members'],
  guard: 'confirm',
  run: async ({ input, ctx }: Call<RoleChange>): Promise<Changed> => {
    const body = { memberId: input.id, role: input.role, organizationId: getOrganization(ctx).id }
    await callAuth(ctx, (options) => auth.api.updateMemberRole({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app/members',
})

/** Remove a member from the organisation. Only admins and owners may do this. */
export const remove = api({
  scopes: ['members'],
  guard: 'confirm',
  run: async ({ input, ctx }: Call<{ id: string }>): Promise<Changed> => {
    const body = { memberIdOrEmail: input.id, organizationId: getOrganization(ctx).id }
    await callAuth(ctx, (options) => auth.api.removeMember({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app/members',
})

/**
 * @minLength 1
 * @maxLength 60
 */
export type Name = string

export type Role = 'member' | 'admin'

export interface NewInvitation {
  email: Email
  role: Role
}

export interface RoleChange {
  /** Id of the membership. */
  id: string
  role: Role
}

export interface Changed {
  id: string
}
