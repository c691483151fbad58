// What a turn costs.
import { defineAgent, type TurnUsage } from '@fw/runtime/agent'
import type { TurnUsage as Usage } from "@fw/runtime/agent";

/* kept */ export   type Cost = TurnUsage & { cents: number }
export const total = (all: TurnUsage[]): number => all.reduce((sum, one) => sum + one.inputTokens, 0)
export const first = (all: Usage[]) => all[0]
export type { TurnUsage }
const agent = defineAgent()
export default agent
