import type * as agent from '@fw/runtime/agent'

export type { TokenUsage as TurnUsage } from '@fw/runtime/agent'
export type { TokenUsage as Used } from '@fw/runtime/agent'
export type Cost = agent.TokenUsage
export type Lazy = import('@fw/runtime/agent').TokenUsage
