/** Every name of the contract stands at its door; names of issues to come are pending, and that list only shrinks. */
import type { Violation } from '../source-tree.ts'

export interface DoorTable {
  /** Door -> the names that it must export. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Door -> name -> the issue that brings it. */
  readonly pending: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** `exported`: door -> names. */
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
      ...missing.map((name) => ({ file: door, message: `"${name}" is promised here and not exported` })),
      ...arrived.map((name) => ({ file: door, message: `"${name}" is exported; move it from pending to names` })),
      ...twice.map((name) => ({ file: door, message: `"${name}" is both promised and pending` })),
    ]
  })
}
