/** The maximum depth of JSON that callers and models send. */

/** Maximum nesting depth of objects and arrays, so that recursive code can't overflow the stack. */
export const MAX_JSON_DEPTH = 100

/** Maximum depth of a model's arguments: a client sends them back within the messages of its next request. */
export const MAX_ARGUMENT_DEPTH = MAX_JSON_DEPTH - 10

/** Whether a value has more levels of objects and arrays than `most`. Never descends further. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((member) => isNestedDeeper(member, most - 1))
}
