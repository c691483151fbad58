/** Collects changes of a text and applies them together. Unchanged parts keep their bytes. */

export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies the changes. Changes at the same position are applied in the given order; overlapping changes throw a
 * RangeError. Inserted line breaks use the style of the text.
 */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const lineBreak = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  let at = 0
  let result = ''
  for (const { start, end, text: fresh } of inOrder(changes)) {
    if (start < at) throw new RangeError(`Two changes overlap at ${start}.`)
    result += text.slice(at, start) + fresh.replace(/\r?\n/g, lineBreak)
    at = end
  }
  return result + text.slice(at)
}

/** Maps a position of the old text to the new one. Text inserted at the position is before it. */
export function movePosition(position: number, changes: readonly TextChange[]): number {
  return changes
    .filter(({ start, end }) => end <= position && start <= position)
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), position)
}

function inOrder(changes: readonly TextChange[]): readonly TextChange[] {
  return [...changes].sort((left, right) => left.start - right.start || left.end - right.end)
}
