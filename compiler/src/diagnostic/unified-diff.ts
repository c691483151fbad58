/** Formats the difference of two texts as a unified diff, like `git diff`. */

const CONTEXT = 3

interface Line {
  readonly sign: ' ' | '-' | '+'
  /** With its line break, which the last line may lack. */
  readonly text: string
}

/** Returns the changes of `file`, without a line break at the end; empty if nothing has changed. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const lines = compare(splitLines(before), splitLines(after))
  const hunks = findHunks(lines)
  if (hunks.length === 0) return ''
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks.flatMap(([from, to]) => printHunk(lines, from, to))].join('\n')
}

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Compares by the longest common subsequence between the equal start and end. */
function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1
  const toContextLine = (text: string): Line => ({ sign: ' ', text })
  return [
    ...before.slice(0, head).map(toContextLine),
    ...compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(toContextLine),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: Line[] = []
  for (let row = 0, column = 0; row < before.length || column < after.length; ) {
    const [old, fresh] = [before[row], after[column]]
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old })
      row += 1
      column += 1
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: '-', text: old })
      row += 1
    } else {
      lines.push({ sign: '+', text: fresh ?? '' })
      column += 1
    }
  }
  return lines
}

/** Returns ranges of lines around the changes; touching ranges are merged. */
function findHunks(lines: readonly Line[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = []
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue
    const last = hunks.at(-1)
    const from = Math.max(0, index - CONTEXT)
    const to = Math.min(lines.length, index + CONTEXT + 1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else hunks.push([from, to])
  }
  return hunks
}

function printHunk(lines: readonly Line[], from: number, to: number): readonly string[] {
  const [above, inside] = [lines.slice(0, from), lines.slice(from, to)]
  const range = (other: '-' | '+') => {
    const count = (part: readonly Line[]) => part.filter(({ sign }) => sign !== other).length
    // For an empty range, the line before it is named.
    return `${count(above) + (count(inside) === 0 ? 0 : 1)},${count(inside)}`
  }
  return [`@@ -${range('+')} +${range('-')} @@`, ...inside.flatMap(printLine)]
}

function printLine({ sign, text }: Line): readonly string[] {
  return text.endsWith('\n') ? [sign + text.slice(0, -1)] : [sign + text, '\\ No newline at end of file']
}
