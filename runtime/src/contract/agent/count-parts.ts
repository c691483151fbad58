/** The size of a value that a user reads before a decision. */

/** A value with more parts is shown as JSON: in full, without thousands of elements. */
export const PARTS_MAX = 1_500

/**
 * Counts the values within a value, itself included. Returns more than `most` if there are too many or they are too
 * deep. Never descends further than `most` levels, so that a deep value can't exhaust the stack.
 */
export function countParts(value: unknown, most: number, depth = Number.POSITIVE_INFINITY): number {
  if (typeof value !== 'object' || value === null || most < 1) return 1
  if (depth === 0) return most + 1
  let parts = 1
  for (const member of Object.values(value)) {
    parts += countParts(member, most - parts, depth - 1)
    if (parts > most) break
  }
  return parts
}
