/** Formats a tool's result for the model: compact JSON within a limit, and files. */
import { findContentParts } from '#contract/agent/mcp.ts'
import type { Attachment } from '#contract/agent/message.ts'
import { readContentParts } from './content-parts.ts'
import { isFailure } from './tool-failure.ts'

const MAX_RESULT_BYTES = 65_536

interface FormattedResult {
  readonly text: string
  readonly files?: readonly Attachment[]
}

/** Formats the result of an app's tool: data as text, and content of `toolContent` as text and files. */
export function formatToolResult(value: unknown, limit?: number): FormattedResult {
  const parts = findContentParts(value)
  if (parts === undefined) return { text: formatResult(value, limit) }
  const { text, files } = readContentParts(parts)
  return formatContent(text, files, limit)
}

/** Formats data with files. Without data, the files are the result. */
export function formatContent(value: unknown, files: readonly Attachment[] = [], limit?: number): FormattedResult {
  if (files.length === 0) return { text: formatResult(value, limit) }
  return { text: value === '' ? '' : formatResult(value, limit), files }
}

/**
 * Returns `value` as JSON of at most `limit` bytes. A long list loses its last rows and gets their total number; so
 * does a list in a member of an object. A result without such a list is cut to the beginning of its JSON text. A result
 * with the members of a failure is wrapped, so that it isn't taken for one.
 */
export function formatResult(value: unknown, limit: number = MAX_RESULT_BYTES): string {
  const result = isFailure(value) ? { result: value } : value
  const whole = JSON.stringify(result) ?? 'null'
  if (countBytes(whole) <= limit) return whole
  if (Array.isArray(result)) return cutRows(result, limit, (rows, facts) => ({ ...facts, rows }))
  const longest = longestList(result)
  // Without a list that is long enough, cutting it would not help.
  if (longest !== undefined && countBytes(whole) - longest.bytes <= limit) {
    const { name, rows } = longest
    const cut = cutRows(rows, limit, (keptRows, facts) => ({ ...(result as object), [name]: keptRows, ...facts })) // `longestList` found a list in it
    if (countBytes(cut) <= limit) return cut
  }
  return JSON.stringify({ truncated: true, total: whole.length, text: cutText(whole, limit) })
}

/** Returns the values that `formatResult` may have written as this result: the result itself, and the one inside it. */
export function listReadings(result: unknown): readonly unknown[] {
  const isWrapped = typeof result === 'object' && result !== null && 'result' in result && isFailure(result.result)
  return isWrapped ? [result, result.result] : [result]
}

interface CutSummary {
  readonly truncated: true
  /** Rows before the cut. */
  readonly total: number
}

/** Returns the most rows that fit, found by bisection. */
function cutRows(
  rows: readonly unknown[],
  limit: number,
  wrap: (rows: readonly unknown[], summary: CutSummary) => object,
): string {
  const summary: CutSummary = { truncated: true, total: rows.length }
  const writeRows = (count: number) => JSON.stringify(wrap(rows.slice(0, count), summary))
  let fits = 0
  let tooMany = rows.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (countBytes(writeRows(middle)) <= limit) fits = middle
    else tooMany = middle
  }
  return writeRows(fits)
}

interface LongList {
  readonly name: string
  readonly rows: readonly unknown[]
  /** Bytes of its JSON. */
  readonly bytes: number
}

function longestList(value: unknown): LongList | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  let longest: LongList | undefined
  for (const [name, rows] of Object.entries(value)) {
    if (!Array.isArray(rows)) continue
    const bytes = countBytes(JSON.stringify(rows))
    if (longest === undefined || bytes > longest.bytes) longest = { name, rows, bytes }
  }
  return longest
}

function cutText(text: string, limit: number): string {
  // Quotes are escaped once more, and the surrounding object must fit too.
  let start = text.slice(0, Math.max(0, limit - 64))
  while (countBytes(JSON.stringify(start)) > Math.max(2, limit - 60))
    start = start.slice(0, Math.floor(start.length * 0.9))
  return start
}

function countBytes(text: string): number {
  return Buffer.byteLength(text)
}
