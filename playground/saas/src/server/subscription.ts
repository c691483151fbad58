/** The plans of organisations. */
import { eq } from 'drizzle-orm'
import { database } from '../db/database.ts'
import { billingEvent, organization, subscription } from '../db/schema.ts'
import type { PlanId } from '../plans.ts'
import type { BillingEvent } from './billing-event.ts'

export interface Subscription {
  plan: PlanId
  /** Plan that a member asked for, until the billing provider confirms it. */
  requestedPlan: PlanId | null
}

export async function readSubscription(organizationId: string): Promise<Subscription> {
  const [found] = await database
    .select({ plan: subscription.plan, requestedPlan: subscription.requestedPlan })
    .from(subscription)
    .where(eq(subscription.organizationId, organizationId))
  return found ?? { plan: 'free', requestedPlan: null }
}

export async function readPlan(organizationId: string): Promise<PlanId> {
  return (await readSubscription(organizationId)).plan
}

/**
 * Requests a plan. It applies when the billing provider sends `subscription.updated`: replace this function with a call
 * that opens the checkout of your provider, with the id of the organisation as its reference.
 */
export async function requestPlan(organizationId: string, plan: PlanId): Promise<Subscription> {
  const { plan: current } = await readSubscription(organizationId)
  const requestedPlan = plan === current ? null : plan
  await database
    .insert(subscription)
    .values({ organizationId, plan: current, requestedPlan })
    .onConflictDoUpdate({ target: subscription.organizationId, set: { requestedPlan } })
  return { plan: current, requestedPlan }
}

/** `applied`, or the reason why an event changed nothing. */
export type EventOutcome = 'applied' | 'duplicate' | 'outdated' | 'unknown_organization'

/** Applies an event once. Events may arrive in any order: an older one never replaces a newer one. */
export async function applyEvent(event: BillingEvent): Promise<EventOutcome> {
  const { id, type, createdAt, organizationId, plan } = event
  const [known] = await database
    .select({ id: organization.id, confirmedAt: subscription.confirmedAt })
    .from(organization)
    .leftJoin(subscription, eq(subscription.organizationId, organization.id))
    .where(eq(organization.id, organizationId))
  if (known === undefined) return 'unknown_organization'
  const [seen] = await database.select().from(billingEvent).where(eq(billingEvent.id, id))
  if (seen !== undefined) return 'duplicate'
  const remember = database.insert(billingEvent).values({ id, type, receivedAt: new Date() })
  if (known.confirmedAt !== null && known.confirmedAt > createdAt) {
    await remember
    return 'outdated'
  }
  const confirmed = { plan, requestedPlan: null, confirmedAt: createdAt }
  // One transaction: if the same event arrives twice at once, the second insert fails, and the provider sends it again.
  await database.batch([
    remember,
    database
      .insert(subscription)
      .values({ organizationId, ...confirmed })
      .onConflictDoUpdate({ target: subscription.organizationId, set: confirmed }),
  ])
  return 'applied'
}
