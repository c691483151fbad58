/** The plans that the app sells. */
import type { Money } from '@fw/runtime'

export interface Plan {
  readonly name: string
  /** Price of a month. */
  readonly price: Money
  readonly members: number
  readonly projects: number
}

export const PLANS = {
  free: { name: 'Free', price: 0, members: 3, projects: 3 },
  team: { name: 'Team', price: 2900, members: 50, projects: 200 },
} as const satisfies Record<string, Plan>

export type PlanId = keyof typeof PLANS
