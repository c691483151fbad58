/** `$steps[0].result.id`: what an earlier step answered, in the input of a later one (spec: eval rules, 4). */
import type { Outcome } from './outcome.ts'

export interface Reference {
  /** Counted from 0. */
  readonly step: number
  readonly path: readonly string[]
}

const WHOLE = /^\$steps\[(\d+)\]((?:\.[\w$-]+|\[\d+\])+)$/
const PART = /\.([\w$-]+)|\[(\d+)\]/g

/** Whether a text is meant as a reference: `parseReference` then says whether it is one. */
export function isReference(text: string): boolean {
  return text.startsWith('$steps')
}

/** The reference that is the whole of a text; undefined for one that cannot be read. */
export function parseReference(text: string): Reference | undefined {
  const [, step, path] = WHOLE.exec(text) ?? []
  if (step === undefined || path === undefined) return undefined
  return { step: Number(step), path: [...path.matchAll(PART)].map(([, name, index]) => name ?? index ?? '') }
}

/** Every text in a value, with its path, that is meant as a reference. */
export function referencesIn(value: unknown, path = ''): readonly { readonly text: string; readonly path: string }[] {
  if (typeof value === 'string') return isReference(value) ? [{ text: value, path }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  )
}

/** There is nothing at the place that a reference names. */
export class MissingReferenceError extends Error {
  override readonly name = 'MissingReferenceError'
}

/** The value with each reference replaced by what it names. Throws `MissingReferenceError`. */
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
    // Own members only: `constructor` of a result is nothing that a server has answered.
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, key)
    found = isThere ? (found as Readonly<Record<string, unknown>>)[key] : undefined
    if (found === undefined) break
  }
  if (found === undefined) throw new MissingReferenceError(`${text} names nothing that was answered.`)
  return found
}
