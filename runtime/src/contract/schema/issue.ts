/** Issues and their paths, such as `items[0].qty`. The only implementation of the path syntax. */
import { REFUSED_KEYS } from './refused-keys.ts'
import type { Issue } from './validation.ts'

/** Maximum number of collected issues: an invalid megabyte must not cause a larger response. */
export const MAX_ISSUES = 100

/** Maximum length of a path. Clients choose the keys of records, and each issue below a key repeats it. */
const MAX_PATH = 500

/** Cuts a path that is too long for an issue. */
export function shortenPath(path: string): string {
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path
}

/** Matches `/^[A-Za-z_$][\w$]*$/`. Invalid keys of a value are read character by character, which is faster. */
function isIdentifier(key: string): boolean {
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122
    const isDigit = index > 0 && code >= 48 && code <= 57
    if (!isLetter && !isDigit && code !== 95 && code !== 36) return false
  }
  return key !== ''
}

/** Formats a key as part of a path: `[0]`, `.qty`, `["odd key"]`. */
function pathSegment(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** Formats a key for a sentence: quoted if it isn't an identifier. */
export function keyText(key: string): string {
  return isIdentifier(key) ? key : JSON.stringify(key)
}

/** Returns the path of `key` below `path`: `items` and 0 make `items[0]`, then `qty` makes `items[0].qty`. */
export function joinPath(path: string, key: string | number): string {
  if (path !== '') return `${path}${pathSegment(key)}`
  return typeof key === 'string' && isIdentifier(key) ? key : pathSegment(key)
}

/** Joins two paths: `items` and `[0].qty` make `items[0].qty`. */
export function joinPaths(path: string, below: string): string {
  return path === '' || below === '' || below.startsWith('[') ? `${path}${below}` : `${path}.${below}`
}

/**
 * Prepends `key` to the paths of all issues from index `from` on. Children report relative paths, so valid values need no
 * paths.
 */
export function prefixIssues(issues: Issue[], from: number, key: string | number): void {
  const head = joinPath('', key)
  for (let index = from; index < issues.length; index++) {
    const issue = issues[index]
    if (issue !== undefined) issues[index] = { path: joinPaths(head, issue.path), message: issue.message }
  }
}

/** A list or object within a value. Its path is created only for an issue, because a value may contain very many. */
interface Part {
  readonly value: object
  /** `undefined` for the whole value. */
  readonly parent: Part | undefined
  readonly key: string | number
}

/**
 * Returns the first refused own key of `value`, at any depth, with its path. Iterative, so that deep values can't overflow
 * the stack.
 */
export function findRefusedKey(value: unknown): Issue | undefined {
  const open: Part[] = []
  const add = (item: unknown, key: string | number, parent?: Part) => {
    if (typeof item === 'object' && item !== null) open.push({ value: item, key, parent })
  }
  add(value, '')
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value: current } = part
    if (Array.isArray(current)) {
      for (let index = 0; index < current.length; index++) add(current[index], index, part)
      continue
    }
    for (const [key, item] of Object.entries(current)) {
      if (REFUSED_KEYS.has(key))
        return { path: joinPath(getPath(part), key), message: 'is a key that is never allowed' }
      add(item, key, part)
    }
  }
  return undefined
}

function getPath(part: Part): string {
  const keys: (string | number)[] = []
  for (let at = part; at.parent !== undefined; at = at.parent) keys.push(at.key)
  return keys.reduceRight<string>(joinPath, '')
}
