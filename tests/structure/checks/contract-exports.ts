/** Every name of the contract must be exported by its entry point. */
import type { Violation } from '../source-tree.ts'

/** Checks the table. `names` and `exported`: entry point -> names. */
export function checkContractExports(
  names: Readonly<Record<string, readonly string[]>>,
  exported: Readonly<Record<string, readonly string[]>>,
): readonly Violation[] {
  return Object.entries(names).flatMap(([file, listed]) => {
    const present = new Set(exported[file] ?? [])
    return listed
      .filter((name) => !present.has(name))
      .map((name) => ({ file, message: `"${name}" is listed here but not exported` }))
  })
}
