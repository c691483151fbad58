/** Changes of an input or an output. */
import type { ContractChange } from './contract-change.ts'

/** A change of one side, without its function. */
export type SideChange = Omit<ContractChange, 'function'>

/** Returns the path of a part: `input.limit`, `output[].id`. */
export function joinSide(side: 'input' | 'output', path: string): string {
  return path === '' || path.startsWith('[') ? `${side}${path}` : `${side}.${path}`
}
