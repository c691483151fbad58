/** Compares versions by semver.org section 11. Build metadata is ignored. */
const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

/** Returns whether `text` is a full version (`1.2.3`, `1.2.3-beta.1`). */
export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/**
 * Compares two versions: negative, zero or positive, as for `Array.sort`. Throws a RangeError for an invalid version.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parseVersion(left), parseVersion(right)]
  for (const index of [0, 1, 2] as const)
    if (a.numbers[index] !== b.numbers[index]) return a.numbers[index] - b.numbers[index]
  return comparePrerelease(a.prerelease, b.prerelease)
}

interface Version {
  readonly numbers: readonly [number, number, number]
  readonly prerelease: readonly string[]
}

function parseVersion(text: string): Version {
  const match = VERSION.exec(text)
  if (match === null) throw new RangeError(`"${text}" is not a version such as 1.2.3.`)
  const [, major, minor, patch, prerelease] = match
  return { numbers: [Number(major), Number(minor), Number(patch)], prerelease: prerelease?.split('.') ?? [] }
}

function comparePrerelease(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = compareIdentifiers(left[index] ?? '', right[index] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** Compares identifiers: numbers by value and before words, words by their characters. */
function compareIdentifiers(left: string, right: string): number {
  const [a, b] = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (a && b) return Number(left) - Number(right)
  if (a !== b) return a ? -1 : 1
  return left === right ? 0 : left < right ? -1 : 1
}
