/** The name that is meant by one that no tool can have. */
import { nameProblem } from '@fw/runtime/contract'

/** `find_all` of `find__all` and `_find-all_`; undefined where nothing is left, or where `name` is legal as it is. */
export function legalName(kind: Parameters<typeof nameProblem>[0], name: string): string | undefined {
  if (nameProblem(kind, name) === undefined) return undefined
  const legal = name
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .join('_')
    .replace(/^\d+_?/, '')
  return legal === '' || nameProblem(kind, legal) !== undefined ? undefined : legal
}
