/** Changes of one text, gathered first and made all at once: what no change names keeps its bytes. */

export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The text with the changes made. Those of one place come in the order in which they were given; a change inside another
 * is a RangeError. Line breaks that a change brings become those of the text.
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

/** Where a position of the old text is in the new one; what is inserted at the position comes before it. */
export function movedPosition(position: number, changes: readonly TextChange[]): number {
  return changes
    .filter(({ start, end }) => end <= position && start <= position)
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), position)
}

function inOrder(changes: readonly TextChange[]): readonly TextChange[] {
  return [...changes].sort((left, right) => left.start - right.start || left.end - right.end)
}
