/** Source maps of generated modules (ECMA-426, version 3). */

export interface SourceMap {
  readonly version: 3
  readonly file?: string
  readonly sources: string[]
  readonly sourcesContent: string[]
  readonly names: string[]
  readonly mappings: string
}

/** Maps a generated line and column to an offset in the source; all start at 0. */
export interface Mapping {
  readonly line: number
  readonly column: number
  readonly offset: number
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Creates a map with one source. `mappings` are in the order of the generated code. */
export function sourceMap(file: string, code: string, mappings: readonly Mapping[]): SourceMap {
  const starts = lineStarts(code)
  let text = ''
  let line = 0
  let column = 0
  let fromLine = 0
  let fromColumn = 0
  for (const mapping of mappings) {
    text += line === mapping.line ? (text === '' ? '' : ',') : ';'.repeat(mapping.line - line)
    if (line !== mapping.line) column = 0
    const sourceLine = findLine(starts, mapping.offset)
    const sourceColumn = mapping.offset - (starts[sourceLine] ?? 0)
    text += vlq(mapping.column - column) + vlq(0) + vlq(sourceLine - fromLine) + vlq(sourceColumn - fromColumn)
    line = mapping.line
    column = mapping.column
    fromLine = sourceLine
    fromColumn = sourceColumn
  }
  return { version: 3, sources: [file], sourcesContent: [code], names: [], mappings: text }
}

/** Returns the index of the line that contains the offset. */
function findLine(starts: readonly number[], offset: number): number {
  let from = 0
  let to = starts.length - 1
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if ((starts[middle] ?? 0) <= offset) from = middle
    else to = middle - 1
  }
  return from
}

function lineStarts(code: string): number[] {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}
