/** What one caller may use up of a model, counted in the app's data store and so by all processes together. */
import type { AgentConfig, Budget, ErrorReply } from '#contract/agent.ts'
import type { TokenUsage } from '#contract/model.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'

/** A day in milliseconds. */
const DAY_MS = 86_400_000
/** Sums are whole numbers. */
const MICRO = 1_000_000

/** The budget of the caller of one turn. */
export interface OpenBudget {
  /** The answer to a turn that may not begin; undefined while something is left. */
  refusal(): Promise<ErrorReply | undefined>
  /** Adds what a round has used; false when nothing is left for another. */
  spend(usage: TokenUsage): Promise<boolean>
}

/**
 * Callers without any identity share one budget: another session id must not buy another one. Undefined where the app sets
 * none.
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
        'The price of this model is not known, so its rounds cost nothing of maxCostUsd. Set `prices` in defineAgent.',
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
      const error = 'What you may use of this assistant is used up for now. Please try again later.'
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
