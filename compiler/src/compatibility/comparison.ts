/** The state and the result of a comparison of two schemas. */
import type { JsonSchema } from '@fw/runtime/contract'

/** Values of the source that the target refuses. */
export interface Gap {
  /** Such as `items[].qty`; empty for the value itself. */
  readonly path: string
  /** Keyword that refuses them. `type`, `value`: no alternative accepts them. `member`: a member that isn't declared. */
  readonly rule: string
  readonly source?: unknown
  readonly target?: unknown
  /** Whether such a value certainly exists. */
  readonly isProven: boolean
  /** The target doesn't declare the member and accepts it: readers of an output ignore members that they don't know. */
  readonly isIgnorable?: true
}

/** State of one comparison. */
export interface Comparison {
  readonly source: JsonSchema
  readonly target: JsonSchema
  /**
   * Whether objects of the source without `additionalProperties` have only their declared members, as outputs do.
   */
  readonly isDeclaredOnly: boolean
  /** Names of definitions that are equal in both documents. */
  readonly shared: ReadonlySet<string>
  /** Pairs that are being compared, with their depth of containers. */
  readonly open: Map<JsonSchema, Map<JsonSchema, number>>
  steps: number
  depth: number
}

/** Compares a part of the source with a part of the target, at a path. */
export type CompareParts = (source: JsonSchema, target: JsonSchema, path: string) => readonly Gap[]
