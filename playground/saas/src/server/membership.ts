/** Members of organisations. */
import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { database } from '../db/database.ts'
import { invitation, member, organization, user } from '../db/schema.ts'

export interface Membership {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** `owner`, `admin` or `member`. */
  readonly role: string
}

/** Returns the organisation that a session works in. Defaults to the first one that the user joined. */
export async function findMembership(userId: string, organizationId?: string): Promise<Membership | undefined> {
  const memberships = await listMemberships(userId)
  return memberships.find(({ id }) => id === organizationId) ?? memberships[0]
}

export async function listMemberships(userId: string): Promise<Membership[]> {
  return database
    .select({ id: organization.id, name: organization.name, slug: organization.slug, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(asc(member.createdAt))
}

export interface Member {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: string
}

export async function listMembers(organizationId: string): Promise<Member[]> {
  return database
    .select({ id: member.id, userId: user.id, name: user.name, email: user.email, role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.organizationId, organizationId))
    .orderBy(asc(member.createdAt))
}

/** Returns the invitations that can still be accepted, the newest first. */
export async function listInvitations(organizationId: string) {
  return database
    .select({ id: invitation.id, email: invitation.email, role: invitation.role })
    .from(invitation)
    .where(
      and(
        eq(invitation.organizationId, organizationId),
        eq(invitation.status, 'pending'),
        gt(invitation.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(invitation.createdAt))
}

/** Returns a pending invitation for this address, with the name of its organisation. */
export async function findInvitation(id: string, email: string) {
  const [found] = await database
    .select({ id: invitation.id, role: invitation.role, organization: organization.name })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .where(
      and(
        eq(invitation.id, id),
        eq(invitation.email, email.toLowerCase()),
        eq(invitation.status, 'pending'),
        gt(invitation.expiresAt, new Date()),
      ),
    )
  return found
}
