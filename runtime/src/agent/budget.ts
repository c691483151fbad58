/** The budget of one caller for model use. It is counted in the app's data store, so all processes share it. */
import type { AgentConfig, Budget, ErrorReply } from '#contract/agent/agent.ts'
import type { TokenUsage } from '#contract/agent/model.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'

const DAY_MS = 86_400_000
/** Costs are counted in micro-dollars, because the data store adds whole numbers. */
const MICRO = 1_000_000

/** Time in milliseconds after which the reservation of a process that has stopped is forgotten, at the latest twice that. */
const HOLD_MS = 600_000

/** The budget of the caller of one turn. Its rounds follow each other. */
export interface OpenBudget {
  /**
   * Reserves the most that a round may use, so that concurrent turns can't exceed the budget together. Returns the error
   * reply for a round that may not start, or `undefined` while some budget is left.
   */
  reserve(most: TokenUsage): Promise<ErrorReply | undefined>
  /** Ends the round: replaces its reservation by the usage, if it used anything. */
  settle(usage: TokenUsage | undefined): Promise<void>
}

/** Amounts in the units of the counters: tokens and micro-dollars. */
interface Amounts {
  readonly tokens: number
  readonly cost: number
}

const NOTHING: Amounts = { tokens: 0, cost: 0 }

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
  const add = async (kind: string, { tokens, cost }: Amounts, ttlMs: number): Promise<Amounts> => {
    const addUnit = (unit: string, amount: number) =>
      data.add(`budget:${unit}:${windowMs}:${window}:${kind}${identity ?? ''}`, amount, ttlMs)
    const [allTokens, allCost] = await Promise.all([
      budget.maxTokens === undefined ? 0 : addUnit('tokens', tokens),
      budget.maxCostUsd === undefined ? 0 : addUnit('cost', cost),
    ])
    return { tokens: allTokens, cost: allCost }
  }
  // With a word of its own, so that no identity makes the key of another one's reservation.
  const addSpent = (amounts: Amounts) => add('spent:', amounts, windowMs)
  const addHeld = (slot: number, amounts: Amounts) => add(`held:${slot}:`, amounts, 2 * HOLD_MS)
  let hold: { readonly slot: number; readonly own: Amounts } | undefined
  const release = async (): Promise<void> => {
    if (hold === undefined) return
    const { slot, own } = hold
    hold = undefined
    await addHeld(slot, { tokens: -own.tokens, cost: -own.cost })
  }
  return {
    async reserve(most) {
      const own = toAmounts(most)
      const slot = Math.floor(now() / HOLD_MS)
      hold = { slot, own }
      const [held, earlier] = await Promise.all([addHeld(slot, own), addHeld(slot - 1, NOTHING)])
      // Read last: other rounds add their usage before they release their reservation.
      const spent = await addSpent(NOTHING)
      const others = { tokens: held.tokens - own.tokens + earlier.tokens, cost: held.cost - own.cost + earlier.cost }
      const all = { tokens: spent.tokens + others.tokens, cost: spent.cost + others.cost }
      if (!isUsedUp(budget, all)) return undefined
      await release()
      return createRefusal(isUsedUp(budget, spent) ? (window + 1) * windowMs - now() : undefined)
    },
    async settle(usage) {
      if (usage !== undefined && budget.maxCostUsd !== undefined && usage.costUsd === undefined)
        warn(
          'The price of this model is unknown, so its rounds do not count against maxCostUsd. Set `prices` in defineAgent.',
        )
      if (usage !== undefined) await addSpent(toAmounts(usage))
      await release()
    },
  }
}

/** Time in milliseconds after which a caller may try again whose other turns have reserved the rest of the budget. */
const BUSY_MS = 5_000

/** @param leftMs Time until the budget is renewed; `undefined` if other turns of the caller have reserved the rest. */
function createRefusal(leftMs: number | undefined): ErrorReply {
  const error =
    leftMs === undefined
      ? 'Your other conversations with this assistant may use up your budget. Please try again when they have ended.'
      : 'You have used up your budget for this assistant. Please try again later.'
  return { type: 'error', error, code: 'rate_limited', retryAfterMs: leftMs ?? BUSY_MS }
}

function toAmounts({ inputTokens, outputTokens, costUsd = 0 }: TokenUsage): Amounts {
  return { tokens: inputTokens + outputTokens, cost: Math.ceil(costUsd * MICRO) }
}

function isUsedUp({ maxTokens, maxCostUsd }: Budget, { tokens, cost }: Amounts): boolean {
  return (maxTokens !== undefined && tokens >= maxTokens) || (maxCostUsd !== undefined && cost >= maxCostUsd * MICRO)
}
