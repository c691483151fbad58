import type { TokenUsage as TurnUsage } from '@fw/runtime/agent'

interface TokenUsage {
  tokens: number
}
export const tokens = (turn: TurnUsage): TokenUsage => ({ tokens: turn.inputTokens + turn.outputTokens })
