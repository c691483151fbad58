import { api, type Call, type Int, type Money } from '@fw/runtime'
import { PLANS, type PlanId } from '../plans.ts'
import { getNamedOrganization, getOrganization, type NamedOrganization } from './caller.ts'
import { readSubscription, requestPlan, type Subscription } from './subscription.ts'

/** List the plans with their prices and limits. */
export const plans = api({
  access: 'public',
  readonly: true,
  run: async (): Promise<OfferedPlan[]> =>
    Object.entries(PLANS).map(([id, plan]) => ({ id: id as PlanId, ...plan, currency: 'EUR' })),
})

/** Get the plan of the organisation. */
export const current = api({
  access: { scopes: ['tasks'] },
  readonly: true,
  run: async ({ ctx }: Call): Promise<Subscription> => readSubscription(getOrganization(ctx).id),
})

/** Change the plan of the organisation. It applies when the billing provider confirms it. Only owners may do this. */
export const changePlan = api({
  title: ({ plan, organization }) => `Change the plan of ${organization} to ${PLANS[plan].name}`,
  access: { scopes: ['billing'] },
  guard: 'confirm',
  run: async ({ input, ctx }: Call<PlanChange>): Promise<Subscription> =>
    requestPlan(getNamedOrganization(ctx, input).id, input.plan),
  leadsTo: () => '/app/billing',
})

export interface PlanChange extends NamedOrganization {
  plan: PlanId
}

export interface OfferedPlan {
  id: PlanId
  name: string
  /** Price of a month. */
  price: Money
  currency: string
  members: Int
  projects: Int
}
