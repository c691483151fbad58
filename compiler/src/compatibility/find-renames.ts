/** Recognizes renamed functions: one was removed, and another with the same contract was added. */
import { nearestName } from '@fw/runtime/contract'
import type { Contract, ContractEntry } from './contract-change.ts'
import { sortKeys } from './sort-keys.ts'

/**
 * Returns the new names by the old ones. Both names have the same module or the same last part, so that unrelated
 * functions of the same shape aren't mistaken for each other.
 */
export function findRenames(before: Contract, after: Contract): ReadonlyMap<string, string> {
  const added = new Set(Object.keys(after).filter((name) => !Object.hasOwn(before, name)))
  const renames = new Map<string, string>()
  for (const [name, entry] of Object.entries(before)) {
    if (Object.hasOwn(after, name)) continue
    const candidates = [...added].filter((other) => isSimilar(name, other) && isEqual(entry, after[other]))
    const to = candidates.length === 1 ? candidates[0] : nearestName(name, candidates)
    if (to === undefined) continue
    added.delete(to)
    renames.set(name, to)
  }
  return renames
}

function isSimilar(name: string, other: string): boolean {
  const [module, last] = splitName(name)
  const [otherModule, otherLast] = splitName(other)
  return module === otherModule || last === otherLast
}

/** Splits `api.shop.search` into `api.shop` and `search`. */
function splitName(name: string): readonly [string, string] {
  const at = name.lastIndexOf('.')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** Compares everything but the address below `/_fw/api/`, which contains the name. */
function isEqual(one: ContractEntry, other: ContractEntry | undefined): boolean {
  return other !== undefined && toText(one) === toText(other)
}

function toText({ addresses, ...rest }: ContractEntry): string {
  return JSON.stringify(sortKeys({ ...rest, addresses: addresses.slice(1) }))
}
