/** The differences between two values of plain data by path, which users see for a call that hasn't run. */

export interface Change {
  /** Path such as `lines[0].qty`; empty for the value itself. */
  readonly path: string
  /** Absent if there was no value. */
  readonly before?: unknown
  /** Absent if there would be no value. */
  readonly after?: unknown
}

/** Returns the changes in the order of the members. Lists are compared by index. */
export function diffStates(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (Object.is(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index).flatMap((index) =>
      diffMembers(before, after, index, `${path}[${index}]`),
    )
  if (isPlain(before) && isPlain(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      diffMembers(before, after, key, path === '' ? key : `${path}.${key}`),
    )
  return isSame(before, after) ? [] : [{ path, before, after }]
}

function diffMembers(before: object, after: object, key: string | number, path: string): readonly Change[] {
  // Own members only, because a key may have the name of a member of Object.
  const [from, to] = [before, after].map((value) =>
    Object.hasOwn(value, key) ? { value: valueAt(value, key) } : undefined,
  )
  if (from && to) return diffStates(from.value, to.value, path)
  return [{ path, ...(from && { before: from.value }), ...(to && { after: to.value }) }]
}

function valueAt(value: object, key: string | number): unknown {
  return (value as Record<string | number, unknown>)[key] // an own member, checked by the caller
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === Object.prototype || prototype === null
}

/** Compares dates, maps and sets by their content. */
function isSame(before: unknown, after: unknown): boolean {
  return typeof before === 'object' && typeof after === 'object' && show(before) === show(after)
}

/** Formats a value for users: JSON, and the string form of values that JSON doesn't support. */
export function show(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Map || member instanceof Set) return [...member]
    const isText =
      member instanceof Error || member instanceof RegExp || (typeof member === 'number' && !Number.isFinite(member))
    return isText || typeof member === 'bigint' || typeof member === 'function' ? String(member) : member
  })
  return text ?? String(value)
}
