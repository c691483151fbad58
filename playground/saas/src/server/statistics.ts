/** Numbers and lists for the page of the operators. */
import { count, desc, eq } from 'drizzle-orm'
import { database } from '../db/database.ts'
import { member, organization, subscription, user } from '../db/schema.ts'

export async function countUsers(): Promise<number> {
  return database.$count(user)
}

/** Returns the newest organisations with their plans and numbers of members. */
export async function listOrganizations(limit: number) {
  return database
    .select({
      id: organization.id,
      name: organization.name,
      createdAt: organization.createdAt,
      plan: subscription.plan,
      members: count(member.id),
    })
    .from(organization)
    .leftJoin(member, eq(member.organizationId, organization.id))
    .leftJoin(subscription, eq(subscription.organizationId, organization.id))
    .groupBy(organization.id)
    .orderBy(desc(organization.createdAt))
    .limit(limit)
}
