/** Issues and their paths: `items[0].qty` (decisions: Dispatch). The one implementation of the path form. */
import { REFUSED_KEYS } from './refused-keys.ts'
import type { Issue } from './validation.ts'

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A key as it stands behind something: `[0]`, `.qty`, `["odd key"]`. */
export function pathSegment(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** A key as it stands in a sentence: in quotes where it is no name. */
export function keyText(key: string): string {
  return IDENTIFIER.test(key) ? key : JSON.stringify(key)
}

/** The path of joined segments from the root: nothing stands before the first. */
export function toPath(segments: string): string {
  return segments.startsWith('.') ? segments.slice(1) : segments
}

/** The path of `key` below `path`: `items` and 0 are `items[0]`, then `qty` makes `items[0].qty`. */
export function joinPath(path: string, key: string | number): string {
  return path === '' ? toPath(pathSegment(key)) : `${path}${pathSegment(key)}`
}

/** A path below another: `items` and `[0].qty` are `items[0].qty`. */
export function joinPaths(path: string, below: string): string {
  return path === '' || below === '' || below.startsWith('[') ? `${path}${below}` : `${path}.${below}`
}

/** Puts `key` in front of the paths of every issue from `from` on. Children report relative paths, so success costs nothing. */
export function prefixIssues(issues: Issue[], from: number, key: string | number): void {
  const head = joinPath('', key)
  for (let index = from; index < issues.length; index++) {
    const issue = issues[index]
    if (issue !== undefined) issues[index] = { path: joinPaths(head, issue.path), message: issue.message }
  }
}

/** The first own key of `value`, at any depth, that no input may have, with its path. Iterative: depth cannot overflow it. */
export function findRefusedKey(value: unknown): Issue | undefined {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: current, path } = next
    if (typeof current !== 'object' || current === null) continue
    if (Array.isArray(current)) {
      current.forEach((item, index) => {
        if (typeof item === 'object' && item !== null) open.push({ value: item, path: joinPath(path, index) })
      })
      continue
    }
    for (const [key, item] of Object.entries(current)) {
      if (REFUSED_KEYS.has(key)) return { path: joinPath(path, key), message: 'is a key that is never allowed' }
      if (typeof item === 'object' && item !== null) open.push({ value: item, path: joinPath(path, key) })
    }
  }
  return undefined
}
