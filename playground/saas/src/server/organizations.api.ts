import { randomUUID } from 'node:crypto'
import { api, type Call, type Email, FwError } from '@fw/runtime'
import { auth } from '../auth.ts'
import { PLANS } from '../plans.ts'
import { callAuth } from './call-auth.ts'
import { getNamedOrganization, getOrganization, type NamedOrganization } from './caller.ts'
import { listInvitations, listMembers, type Member, type Membership } from './membership.ts'
import { readPlan } from './subscription.ts'

/** Create an organisation, whose owner the caller is, and work in it. */
export const create = api({
  access: { scopes: ['account'] },
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
  access: { scopes: ['account'] },
  run: async ({ input, ctx }: Call<{ id: string }>): Promise<Changed> => {
    const body = { organizationId: input.id }
    await callAuth(ctx, (options) => auth.api.setActiveOrganization({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app',
})

/** Get the organisation that the caller works in, with the caller's role. */
export const current = api({
  access: { scopes: ['tasks'] },
  readonly: true,
  run: async ({ ctx }: Call): Promise<Membership> => getOrganization(ctx),
})

/** List the members of the organisation. */
export const members = api({
  access: { scopes: ['tasks'] },
  readonly: true,
  run: async ({ ctx }: Call): Promise<Member[]> => listMembers(getOrganization(ctx).id),
})

/** Invite a person by e-mail. Only admins and owners may do this. */
export const invite = api({
  title: ({ email, role, organization }) => `Invite ${email} to ${organization} as ${role}`,
  access: { scopes: ['members'] },
  guard: 'confirm',
  run: async ({ input, ctx }: Call<NewInvitation>): Promise<Changed> => {
    const { id: organizationId } = getNamedOrganization(ctx, input)
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
  access: { scopes: ['account'] },
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
  title: ({ email, role }) => `Make ${email} ${role}`,
  access: { scopes: ['members'] },
  guard: 'confirm',
  run: async ({ input, ctx }: Call<RoleChange>): Promise<Changed> => {
    const { id: organizationId } = getOrganization(ctx)
    await requireMember(organizationId, input)
    const body = { memberId: input.id, role: input.role, organizationId }
    await callAuth(ctx, (options) => auth.api.updateMemberRole({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app/members',
})

/** Remove a member from the organisation. Only admins and owners may do this. */
export const remove = api({
  title: ({ email }) => `Remove ${email} from the organisation`,
  access: { scopes: ['members'] },
  guard: 'confirm',
  run: async ({ input, ctx }: Call<NamedMember>): Promise<Changed> => {
    const { id: organizationId } = getOrganization(ctx)
    await requireMember(organizationId, input)
    const body = { memberIdOrEmail: input.id, organizationId }
    await callAuth(ctx, (options) => auth.api.removeMember({ ...options, body }))
    return { id: input.id }
  },
  leadsTo: () => '/app/members',
})

async function requireMember(organizationId: string, { id, email }: NamedMember): Promise<void> {
  const member = (await listMembers(organizationId)).find((one) => one.id === id)
  if (member === undefined) throw new FwError('not_found', { message: 'There is no such member.' })
  if (member.email !== email.toLowerCase())
    throw new FwError('invalid_input', { message: `The address of this member is ${member.email}.` })
}

/**
 * @minLength 1
 * @maxLength 60
 */
export type Name = string

export type Role = 'member' | 'admin'

export interface NewInvitation extends NamedOrganization {
  email: Email
  role: Role
}

export interface NamedMember {
  /** Id of the membership. */
  id: string
  /** Address of the member, so that a user who approves the call knows who it is. */
  email: Email
}

export interface RoleChange extends NamedMember {
  role: Role
}

export interface Changed {
  id: string
}
