import type * as agent from '@fw/runtime/agent'

export type { TurnUsage } from '@fw/runtime/agent'
export type { TurnUsage as Used } from '@fw/runtime/agent'
export type Cost = agent.TurnUsage
export type Lazy = import('@fw/runtime/agent').TurnUsage
