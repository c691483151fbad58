// What a turn costs.
import { defineAgent, type TokenUsage } from '@fw/runtime/agent'
import type { TokenUsage as Usage } from "@fw/runtime/agent";

/* kept */ export   type Cost = TokenUsage & { cents: number }
export const total = (all: TokenUsage[]): number => all.reduce((sum, one) => sum + one.inputTokens, 0)
export const first = (all: Usage[]) => all[0]
export type { TokenUsage as TurnUsage }
const agent = defineAgent()
export default agent
