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
