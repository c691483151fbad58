/** Moves the spans of facts about statements that an edit has moved, but not changed. */
import type { SourceSpan } from '#model.ts'
import type { Piece, PiecePlace } from './read-statements.ts'

interface Move {
  /** Relative to the root, as in the spans. */
  readonly file: string
  /** The same statements, before and after the edit. */
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
}

/** Returns the same plain data with its current spans, or `undefined` if a span is outside of the statements. */
export function moveSpans<Data>(data: Data, move: Move): Data | undefined {
  if (move.before.every((piece, index) => isSamePlace(piece, move.after[index]))) return data
  let isLost = false
  const moveValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moveValue)
    if (typeof value !== 'object' || value === null) return value
    if (!isSpan(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moveValue(one)]))
    if (value.file !== move.file) return value
    const span = moveSpan(value, move)
    if (span === undefined) isLost = true
    return span
  }
  const result = moveValue(data)
  return isLost ? undefined : (result as Data) // the same shape: only numbers differ
}

function isSpan(value: object): value is SourceSpan {
  return 'file' in value && 'start' in value && 'end' in value && 'line' in value && 'column' in value
}

/** The offset alone isn't enough: the text before it may have other line breaks. */
function isSamePlace(before: PiecePlace, after: PiecePlace | undefined): boolean {
  return before.pos === after?.pos && before.line === after.line && before.column === after.column
}

function moveSpan({ file, start, end, line, column }: SourceSpan, { before, after }: Move): SourceSpan | undefined {
  const index = before.findIndex((piece) => piece.pos <= start && end <= piece.end)
  const [from, to] = [before[index], after[index]]
  if (from === undefined || to === undefined) return undefined
  const by = to.pos - from.pos
  return {
    file,
    start: start + by,
    end: end + by,
    line: line + to.line - from.line,
    column: line === from.line ? column + to.column - from.column : column,
  }
}
