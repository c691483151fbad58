/** Facts about statements that an edit has moved, and not changed. */
import { spanOf } from '../diagnostic/frame.ts'
import type { SourceSpan } from '../model.ts'
import type { Piece } from './read-statements.ts'

export interface Move {
  /** Relative to the root, as in the spans. */
  readonly file: string
  /** The text of the file as it is now. */
  readonly text: string
  /** The same statements, before and now. */
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
}

/** The same plain data with its spans where they are now; undefined when one stands in none of the statements. */
export function moveSpans<Data>(data: Data, move: Move): Data | undefined {
  if (move.before.every(({ pos }, index) => pos === move.after[index]?.pos)) return data
  let isLost = false
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved)
    if (typeof value !== 'object' || value === null) return value
    if (!isSpan(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moved(one)]))
    if (value.file !== move.file) return value
    const span = movedSpan(value, move)
    if (span === undefined) isLost = true
    return span
  }
  const result = moved(data)
  return isLost ? undefined : (result as Data) // the same shape: only numbers are others
}

function isSpan(value: object): value is SourceSpan {
  return 'file' in value && 'start' in value && 'end' in value && 'line' in value && 'column' in value
}

function movedSpan({ file, start, end }: SourceSpan, { before, after, text }: Move): SourceSpan | undefined {
  const index = before.findIndex((piece) => piece.pos <= start && end <= piece.end)
  const [from, to] = [before[index], after[index]]
  if (from === undefined || to === undefined) return undefined
  const by = to.pos - from.pos
  return spanOf(file, text, start + by, end + by)
}
