/** Classifies the change of an input or an output, by the values that callers send and receive. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { Gap } from './comparison.ts'
import type { ContractChange } from './contract-change.ts'
import { findGaps } from './find-gaps.ts'
import { listDefaultChanges } from './list-default-changes.ts'
import { listMarkChanges } from './list-mark-changes.ts'
import { joinSide, type SideChange } from './side-change.ts'

/** The contract of a function that takes no input: an empty object. */
const NO_INPUT: JsonSchema = { type: 'object', additionalProperties: false }

/**
 * Compares inputs. Every value that was accepted must still be accepted, and mean the same. `undefined` is the input of a
 * function that takes none.
 */
export function compareInputs(before: JsonSchema = NO_INPUT, after: JsonSchema = NO_INPUT): readonly SideChange[] {
  const options = { isDeclaredOnly: false }
  const narrowed = findGaps(before, after, options)
  const widened = findGaps(after, before, options)
  return [
    ...narrowed.map((gap) => toChange(gap, { side: 'input', kind: 'input-narrowed', verdict: 'breaking' })),
    ...listDefaultChanges(before, after),
    // A member that isn't accepted anymore isn't optional now.
    ...widened
      .filter(({ rule }) => rule !== 'missing')
      .map((gap) => toChange(gap, { side: 'input', kind: 'input-widened', verdict: 'compatible' })),
  ]
}

/**
 * Compares outputs. Every value that can be returned now must be a value that clients expected. Clients ignore members
 * that they don't know. `undefined` is the output of a function that returns nothing.
 */
export function compareOutputs(before: JsonSchema | undefined, after: JsonSchema | undefined): readonly SideChange[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined)
    return [
      { kind: 'output-widened', path: 'output', verdict: 'compatible', message: 'returns a value now, was nothing' },
    ]
  if (after === undefined)
    return [{ kind: 'output-widened', path: 'output', verdict: 'breaking', message: 'returns nothing now' }]
  const options = { isDeclaredOnly: true }
  const widened = findGaps(after, before, options)
  const narrowed = findGaps(before, after, options)
  return [
    ...widened.map((gap) =>
      toChange(gap, { side: 'output', kind: 'output-widened', verdict: gap.isIgnorable ? 'compatible' : 'breaking' }),
    ),
    ...listMarkChanges(before, after),
    // A member that only one of them has is reported once, by the first comparison.
    ...narrowed
      .filter((gap) => !isMembership(gap) || !widened.some((one) => isMembership(one) && one.path === gap.path))
      .map((gap) => toChange(gap, { side: 'output', kind: 'output-narrowed', verdict: 'compatible' })),
  ]
}

/** Rules about the existence of a member. */
const MEMBERSHIP: readonly string[] = ['member', 'missing']

function isMembership({ rule }: Gap): boolean {
  return MEMBERSHIP.includes(rule)
}

interface Class {
  readonly side: 'input' | 'output'
  readonly kind: ContractChange['kind']
  readonly verdict: ContractChange['verdict']
}

function toChange(gap: Gap, { side, kind, verdict }: Class): SideChange {
  // The new schema refuses a value in these two cases, and the old one in the others.
  const isRefusedNow = kind === 'input-narrowed' || kind === 'output-narrowed'
  const isUndecided = !gap.isProven && gap.isIgnorable !== true
  const message = describeGap(gap, side, isRefusedNow)
  return {
    kind,
    verdict,
    path: joinSide(side, gap.path),
    message: isUndecided && verdict === 'breaking' ? `${message}, which can't be proven compatible` : message,
    ...(isUndecided && verdict === 'breaking' && { isUndecided: true as const }),
  }
}

function describeGap(gap: Gap, side: 'input' | 'output', isRefusedNow: boolean): string {
  const verb = side === 'input' ? 'accepted' : 'returned'
  const isNow = isRefusedNow ? `is not ${verb} anymore` : `is ${verb} now`
  switch (gap.rule) {
    case 'required':
      if (side === 'output') return isRefusedNow ? 'is always returned now' : 'may be absent now'
      return isRefusedNow ? 'is required now' : 'is optional now'
    case 'missing':
      if (side === 'input') return 'is required now'
      return isRefusedNow ? 'is always returned now' : 'is not returned anymore'
    case 'member':
      return isNow
    case 'value':
      return `${JSON.stringify(gap.source)} ${isNow}`
    case 'type':
      return `${withArticle(String(gap.source))} ${isNow}`
    case 'union':
      return 'has other options'
    case 'schema':
      return 'has another schema with keywords that fw does not compare'
    case 'size':
      return 'has another schema that is too large to compare'
    default: {
      const [now, was] = isRefusedNow ? [gap.target, gap.source] : [gap.source, gap.target]
      return `${gap.rule} is ${print(now)}, was ${print(was)}`
    }
  }
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function print(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
