/** `$steps[0].result.id` refers to the outcome of an earlier step, in the input of a later one. */
import type { Outcome } from './outcome.ts'

interface Reference {
  /** Zero-based index. */
  readonly step: number
  readonly path: readonly string[]
}

const WHOLE = /^\$steps\[(\d+)\]((?:\.[\w$-]+|\[\d+\])+)$/
const PART = /\.([\w$-]+)|\[(\d+)\]/g

/** Returns whether a string looks like a reference. `parseReference` then checks that it is valid. */
export function isReference(text: string): boolean {
  return text.startsWith('$steps')
}

/** Parses a string that consists of one reference. Returns `undefined` if it is invalid. */
export function parseReference(text: string): Reference | undefined {
  const [, step, path] = WHOLE.exec(text) ?? []
  if (step === undefined || path === undefined) return undefined
  return { step: Number(step), path: [...path.matchAll(PART)].map(([, name, index]) => name ?? index ?? '') }
}

/** Returns every string in a value that looks like a reference, with its path. */
export function referencesIn(value: unknown, path = ''): readonly { readonly text: string; readonly path: string }[] {
  if (typeof value === 'string') return isReference(value) ? [{ text: value, path }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  )
}

/** Error for a reference to a missing value. */
export class MissingReferenceError extends Error {
  override readonly name = 'MissingReferenceError'
}

/** Replaces each reference in the value with its target. Throws `MissingReferenceError`. */
export function resolveReferences(value: unknown, outcomes: readonly Outcome[]): unknown {
  if (typeof value === 'string') return isReference(value) ? lookUp(value, outcomes) : value
  if (Array.isArray(value)) return value.map((item: unknown) => resolveReferences(item, outcomes))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item, outcomes)]))
}

function lookUp(text: string, outcomes: readonly Outcome[]): unknown {
  const reference = parseReference(text)
  let found: unknown = reference && outcomes[reference.step]
  for (const key of reference?.path ?? []) {
    // Own members only: an inherited member such as `constructor` isn't part of the response.
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, key)
    found = isThere ? (found as Readonly<Record<string, unknown>>)[key] : undefined
    if (found === undefined) break
  }
  if (found === undefined) throw new MissingReferenceError(`${text} does not exist in the outcome of that step.`)
  return found
}
