/** Suggests a legal tool name in place of an illegal one. */
import { nameProblem } from '@fw/runtime/contract'

/**
 * Returns `find_all` for `find__all` and `_find-all_`; `undefined` if nothing is left, or if `name` is legal already.
 */
export function legalName(kind: Parameters<typeof nameProblem>[0], name: string): string | undefined {
  if (nameProblem(kind, name) === undefined) return undefined
  const legal = name
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .join('_')
    .replace(/^\d+_?/, '')
  return legal === '' || nameProblem(kind, legal) !== undefined ? undefined : legal
}
