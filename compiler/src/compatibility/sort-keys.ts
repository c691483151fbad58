import { isRecord } from '@fw/runtime/contract'

/** Returns JSON with sorted keys at every depth, so that equal values have equal text. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  // Code units, not a locale: the same file on every machine.
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, item]) => [key, sortKeys(item)]),
  )
}
