import type { TokenUsage } from '@fw/runtime/agent'

export const same = (turn: TokenUsage): TokenUsage => turn
