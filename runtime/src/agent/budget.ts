/** The budget of one caller for model use. It is counted in the app's data store, so all processes share it. */
import type { AgentConfig, Budget, ErrorReply } from '#contract/agent/agent.ts'
import type { TokenUsage } from '#contract/agent/model.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'

const DAY_MS = 86_400_000
/** Costs are counted in micro-dollars, because the data store adds whole numbers. */
const MICRO = 1_000_000

/** The budget of the caller of one turn. */
export interface OpenBudget {
  /** Returns the error reply for a turn that may not start, or `undefined` while some budget is left. */
  refusal(): Promise<ErrorReply | undefined>
  /** Adds the usage of a round. Returns `false` if nothing is left for another round. */
  spend(usage: TokenUsage): Promise<boolean>
}

/**
 * Opens the budget of a caller, or returns `undefined` if the app sets none. Callers without an identity share one
 * budget, because otherwise a new session id would come with a new budget.
 */
export function openBudget(
  { budget }: Pick<AgentConfig, 'budget'>,
  { data, identity, warn }: Pick<TurnDeps, 'data' | 'identity' | 'warn'>,
  now: () => number,
): OpenBudget | undefined {
  if (budget === undefined) return undefined
  const { windowMs = DAY_MS } = budget
  const window = Math.floor(now() / windowMs)
  const key = (unit: string) => `budget:${unit}:${windowMs}:${window}:${identity ?? ''}`
  const add = async (usage: TokenUsage | undefined): Promise<Spent> => {
    const { maxTokens, maxCostUsd } = budget
    const total = usage === undefined ? 0 : usage.inputTokens + usage.outputTokens
    if (maxCostUsd !== undefined && usage !== undefined && usage.costUsd === undefined)
      warn(
        'The price of this model is unknown, so its rounds do not count against maxCostUsd. Set `prices` in defineAgent.',
      )
    const [tokens, cost] = await Promise.all([
      maxTokens === undefined ? 0 : data.add(key('tokens'), total, windowMs),
      maxCostUsd === undefined ? 0 : data.add(key('cost'), Math.ceil((usage?.costUsd ?? 0) * MICRO), windowMs),
    ])
    return { tokens, costUsd: cost / MICRO }
  }
  return {
    async refusal() {
      if (!isUsedUp(budget, await add(undefined))) return undefined
      const retryAfterMs = (window + 1) * windowMs - now()
      const error = 'You have used up your budget for this assistant. Please try again later.'
      return { type: 'error', error, code: 'rate_limited', retryAfterMs }
    },
    async spend(usage) {
      return !isUsedUp(budget, await add(usage))
    },
  }
}

interface Spent {
  readonly tokens: number
  readonly costUsd: number
}

function isUsedUp({ maxTokens, maxCostUsd }: Budget, { tokens, costUsd }: Spent): boolean {
  return (maxTokens !== undefined && tokens >= maxTokens) || (maxCostUsd !== undefined && costUsd >= maxCostUsd)
}
