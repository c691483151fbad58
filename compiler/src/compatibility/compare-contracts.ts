/** Compares two versions of an app's contract, and classifies each change. */
import type { JsonSchema } from '@fw/runtime/contract'
import { compareCallers } from './compare-callers.ts'
import { compareInputs, compareOutputs } from './compare-sides.ts'
import type { Contract, ContractChange, ContractEntry } from './contract-change.ts'
import { findRenames } from './find-renames.ts'

/** Returns the changes, ordered by function. No change of a call's consequences is left out. */
export function compareContracts(before: Contract, after: Contract): readonly ContractChange[] {
  const renames = findRenames(before, after)
  const newNames = new Set(renames.values())
  const removed = listMissing(before, after).map((name): ContractChange => {
    const to = renames.get(name)
    if (to === undefined) return { function: name, kind: 'removed', verdict: 'breaking', message: 'was removed' }
    return { function: name, kind: 'renamed', verdict: 'breaking', message: `was renamed to ${to}`, to }
  })
  const added = listMissing(after, before)
    .filter((name) => !newNames.has(name))
    .map((name): ContractChange => ({ function: name, kind: 'added', verdict: 'compatible', message: 'was added' }))
  const changed = Object.entries(before).flatMap(([name, entry]) => {
    const now = Object.hasOwn(after, name) ? after[name] : undefined
    return now === undefined ? [] : compareEntries(entry, now).map((change) => ({ function: name, ...change }))
  })
  return [...removed, ...added, ...changed].sort((one, other) => compareText(one.function, other.function))
}

/** Returns the changes of one function. */
function compareEntries(before: ContractEntry, after: ContractEntry): readonly Omit<ContractChange, 'function'>[] {
  return [
    ...compareCallers(before, after),
    // Written by `listContract`, or validated when the file was read.
    ...compareInputs(before.input as JsonSchema | undefined, after.input as JsonSchema | undefined),
    ...compareOutputs(before.output as JsonSchema | undefined, after.output as JsonSchema | undefined),
  ]
}

function listMissing(contract: Contract, other: Contract): readonly string[] {
  return Object.keys(contract).filter((name) => !Object.hasOwn(other, name))
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
