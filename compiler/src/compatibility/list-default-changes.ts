/** Compares the defaults of an input: a call that omits the member gets the new one. */
import type { JsonSchema } from '@fw/runtime/contract'
import { joinSide, type SideChange } from './side-change.ts'
import { sortKeys } from './sort-keys.ts'
import { walkPairs } from './walk-pairs.ts'

/** Returns the changed defaults of members that both inputs have, at any depth. */
export function listDefaultChanges(before: JsonSchema, after: JsonSchema): readonly SideChange[] {
  const changes: SideChange[] = []
  walkPairs(before, after, (pair) => {
    const old = printDefault(pair.before, pair.oldTarget)
    const now = printDefault(pair.after, pair.newTarget)
    if (old === now) return
    const message = `default is ${now}, was ${old}`
    // Without a default, the function has already handled calls that omit the member.
    changes.push({
      kind: 'default',
      path: joinSide('input', pair.path),
      verdict: old === NONE ? 'notice' : 'breaking',
      message,
    })
  })
  return changes
}

const NONE = 'none'

function printDefault(written: JsonSchema, target: JsonSchema): string {
  const value = written.default ?? target.default
  return value === undefined ? NONE : JSON.stringify(sortKeys(value))
}
