/** What a model reads of a tool's result: compact JSON within a limit (decisions: Agent, `maxResultBytes`). */
import { FwError } from '#contract/error.ts'

export const MAX_RESULT_BYTES = 65_536

/**
 * `result` as JSON of at most `limit` bytes. A list that is too long loses its last rows, and says how many there were; so
 * does a list in a member of an object. What has no list to cut becomes its beginning, as text.
 */
export function resultText(result: unknown, limit: number = MAX_RESULT_BYTES): string {
  const whole = JSON.stringify(result) ?? 'null'
  if (countBytes(whole) <= limit) return whole
  if (Array.isArray(result)) return cutRows(result, limit, (rows, facts) => ({ ...facts, rows }))
  const longest = longestList(result)
  if (longest !== undefined) {
    const [name, rows] = longest
    const cut = cutRows(rows, limit, (kept, facts) => ({ ...(result as object), [name]: kept, ...facts })) // has a list
    if (countBytes(cut) <= limit) return cut
  }
  return JSON.stringify({ truncated: true, total: whole.length, text: firstBytes(whole, limit) })
}

interface CutFacts {
  readonly truncated: true
  /** Rows before the cut. */
  readonly total: number
}

/** The most rows that fit, found by halving. */
function cutRows(
  rows: readonly unknown[],
  limit: number,
  wrap: (rows: readonly unknown[], facts: CutFacts) => object,
): string {
  const facts: CutFacts = { truncated: true, total: rows.length }
  const written = (count: number) => JSON.stringify(wrap(rows.slice(0, count), facts))
  let fits = 0
  let tooMany = rows.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (countBytes(written(middle)) <= limit) fits = middle
    else tooMany = middle
  }
  return written(fits)
}

function longestList(value: unknown): [name: string, rows: readonly unknown[]] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return lists.sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0]
}

function firstBytes(text: string, limit: number): string {
  // Quotes are escaped once more, and the frame has to fit, too.
  let kept = text.slice(0, Math.max(0, limit - 64))
  while (countBytes(JSON.stringify(kept)) > Math.max(2, limit - 60)) kept = kept.slice(0, Math.floor(kept.length * 0.9))
  return kept
}

function countBytes(text: string): number {
  return Buffer.byteLength(text)
}

/** A failed call, so that the model can correct itself: the text that an HTTP caller would get. */
export function failureText(error: unknown): string {
  if (!(error instanceof FwError)) return JSON.stringify({ error: 'The tool failed.' })
  const { message, code, issues } = error
  return JSON.stringify({ error: message, code, ...(issues !== undefined && { issues }) })
}
