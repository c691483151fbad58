/** Compares the marks of untrusted content in an output: an agent that has read such content is tainted. */
import type { JsonSchema } from '@fw/runtime/contract'
import { joinSide, type SideChange } from './side-change.ts'
import { walkPairs } from './walk-pairs.ts'

/**
 * Returns the marks that were added or removed in parts that both outputs have. Neither breaks a call; a removed one
 * weakens a protection.
 */
export function listMarkChanges(before: JsonSchema, after: JsonSchema): readonly SideChange[] {
  const changes: SideChange[] = []
  walkPairs(before, after, ({ path, ...pair }) => {
    const wasMarked = isMarked(pair.before, pair.oldTarget)
    if (wasMarked === isMarked(pair.after, pair.newTarget)) return
    const message = wasMarked ? 'is not marked as untrusted anymore' : 'is marked as untrusted now'
    changes.push({ kind: 'untrusted', path: joinSide('output', path), verdict: 'notice', message })
  })
  return changes
}

function isMarked(written: JsonSchema, target: JsonSchema): boolean {
  return [written, target, target.propertyNames].some((one) => one?.['x-fw-untrusted'] === true)
}
