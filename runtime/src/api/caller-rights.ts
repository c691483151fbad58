/** What a tool requires of its callers. */
import type { Ctx, Guard } from '#contract/api.ts'
import { toGuard } from '#contract/known-guard.ts'
import type { ApiRecord } from './record.ts'

/** Whether the caller has every scope. A ctx without `scopes` has none. */
export function inScope(scopes: readonly string[] | undefined, ctx: Ctx): boolean {
  if (scopes === undefined || scopes.length === 0) return true
  const held: unknown = ctx.scopes
  return Array.isArray(held) && scopes.every((scope) => held.includes(scope))
}

/** Returns the guard that tool lists show: for a guard function its maximum. */
export function manifestGuard(record: ApiRecord): Guard {
  const { guard, maxGuard } = record.definition
  return toGuard(typeof guard === 'function' ? (maxGuard ?? 'confirm') : guard)
}

/** Describes why code that an agent has caused can't make this call. `isTainted`: untrusted content has influenced it. */
export function describeNeededApproval({ name: tool = 'This api', definition }: ApiRecord, isTainted: boolean): string {
  const cause =
    definition.guard !== 'confirm' && definition.effect === 'irreversible' && isTainted
      ? `${tool} is irreversible, and untrusted content, such as a message from outside, may have caused this call. So it needs a user's approval`
      : `${tool} needs a user's approval`
  return `${cause}, and code that an agent or a channel has caused can't call it directly, not even inside a tool that was approved. Let the agent call ${tool} itself, or move what the code needs into a function that isn't an api.`
}
