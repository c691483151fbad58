/**
 * Every name of the contract must be exported by its entry point; names of future issues are pending, and that list
 * only gets shorter.
 */
import type { Violation } from '../source-tree.ts'

export interface DoorTable {
  /** Entry point -> names that it must export. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Entry point -> name -> the issue that adds it. */
  readonly pending: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Checks the table. `exported`: entry point -> names. */
export function checkDoorTable(
  { names, pending }: DoorTable,
  exported: Readonly<Record<string, readonly string[]>>,
): readonly Violation[] {
  return Object.keys({ ...names, ...pending }).flatMap((door) => {
    const has = new Set(exported[door] ?? [])
    const waits = pending[door] ?? {}
    const missing = (names[door] ?? []).filter((name) => !has.has(name))
    const arrived = Object.keys(waits).filter((name) => has.has(name))
    const twice = (names[door] ?? []).filter((name) => name in waits)
    return [
      ...missing.map((name) => ({ file: door, message: `"${name}" is listed here but not exported` })),
      ...arrived.map((name) => ({ file: door, message: `"${name}" is exported; move it from pending to names` })),
      ...twice.map((name) => ({ file: door, message: `"${name}" is both in names and in pending` })),
    ]
  })
}
