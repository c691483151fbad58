import type { TokenUsage, TurnUsage } from '@fw/runtime/agent'

export const same = (turn: TurnUsage): TokenUsage => turn
