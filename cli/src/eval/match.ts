/** Deep subset matching of results, and the messages for mismatches. */
import { formatCount, isRecord } from '@fw/runtime/contract'

/** One difference between an outcome and its expectation. */
export interface Mismatch {
  /** Path such as `result.lines[0].qty`. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

const MATCHERS = ['$some', '$not', '$contains'] as const
type Matcher = (typeof MATCHERS)[number]

/** Value of a member that must be absent. */
const ABSENT = '$absent'

/**
 * Returns the differences between `actual` and the expectation, or an empty list. An object may have additional
 * members; a list must have the same length, and its items are compared one by one.
 */
export function mismatches(expected: unknown, actual: unknown, path: string): readonly Mismatch[] {
  if (expected === ABSENT) return actual === undefined ? [] : [differs(path, 'no value', actual)]
  const matcher = findMatcher(expected)
  if (matcher !== undefined) return matcherMismatches(matcher, actual, path)
  if (Array.isArray(expected)) return listMismatches(expected, actual, path)
  if (isRecord(expected)) return objectMismatches(expected, actual, path)
  return Object.is(expected, actual) || expected === actual ? [] : [differs(path, show(expected), actual)]
}

/** Returns the invalid matchers of an expectation, each with its path. */
export function matcherProblems(expected: unknown, path: string): readonly string[] {
  if (typeof expected !== 'object' || expected === null) return []
  if (Array.isArray(expected)) return expected.flatMap((item, index) => matcherProblems(item, `${path}[${index}]`))
  const keys = Object.keys(expected)
  const used = MATCHERS.filter((name) => keys.includes(name))
  const alone = used.length > 0 && keys.length > 1
  const contained = keys.length === 1 && Object.entries(expected)[0]
  return [
    ...(alone ? [`${path}: ${used[0]} must be the only key of its object, found ${keys.length - 1} more.`] : []),
    ...(contained && contained[0] === '$contains' && typeof contained[1] !== 'string'
      ? [`${path}.$contains must be a string, got ${show(contained[1])}.`]
      : []),
    ...Object.entries(expected).flatMap(([key, item]) => matcherProblems(item, `${path}.${key}`)),
  ]
}

function findMatcher(expected: unknown): readonly [Matcher, unknown] | undefined {
  if (!isRecord(expected)) return undefined
  const [entry, ...more] = Object.entries(expected)
  const name = MATCHERS.find((matcher) => matcher === entry?.[0])
  return name === undefined || more.length > 0 ? undefined : [name, entry?.[1]]
}

function matcherMismatches(
  [name, wanted]: readonly [Matcher, unknown],
  actual: unknown,
  path: string,
): readonly Mismatch[] {
  switch (name) {
    case '$some':
      if (!Array.isArray(actual)) return [differs(path, `a list with an item like ${show(wanted)}`, actual)]
      return actual.some((item) => mismatches(wanted, item, path).length === 0)
        ? []
        : [differs(path, `an item like ${show(wanted)}`, actual)]
    case '$not':
      return mismatches(wanted, actual, path).length > 0 ? [] : [differs(path, `anything but ${show(wanted)}`, actual)]
    case '$contains':
      return typeof actual === 'string' && actual.includes(String(wanted))
        ? []
        : [differs(path, `a string that contains ${show(wanted)}`, actual)]
  }
}

function listMismatches(expected: readonly unknown[], actual: unknown, path: string): readonly Mismatch[] {
  if (!Array.isArray(actual)) return [differs(path, `a list of ${formatCount(expected.length, 'item')}`, actual)]
  const found = expected
    .slice(0, actual.length)
    .flatMap((item, index) => mismatches(item, actual[index], `${path}[${index}]`))
  if (expected.length === actual.length) return found
  return [
    ...found,
    {
      path,
      expected: formatCount(expected.length, 'item'),
      actual: `${formatCount(actual.length, 'item')}: ${show(actual)}`,
    },
  ]
}

function objectMismatches(expected: Fields, actual: unknown, path: string): readonly Mismatch[] {
  if (!isRecord(actual)) return [differs(path, `an object like ${show(expected)}`, actual)]
  return Object.entries(expected).flatMap(([key, value]) =>
    mismatches(value, Object.hasOwn(actual, key) ? actual[key] : undefined, `${path}.${key}`),
  )
}

function differs(path: string, expected: string, actual: unknown): Mismatch {
  return { path, expected, actual: show(actual) }
}

const SHOWN = 400

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`
}

type Fields = Readonly<Record<string, unknown>>
