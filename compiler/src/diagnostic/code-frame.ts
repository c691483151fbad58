/** Positions in source text: spans with line and column, and the lines around them. */
import type { SourceSpan } from '../model.ts'

/** Returns the span of `text` between two offsets; `file` is relative to the app root. */
export function createSpan(file: string, text: string, start: number, end: number): SourceSpan {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { file, start, end, line, column: start - lineStart + 1 }
}

/**
 * Two lines before the span, two after, and carets below its part of its first line:
 *
 *       7 | export const x = …
 *     > 8 | export default 1
 *         | ^^^^^^^^^^^^^^^^
 */
export function codeFrame(text: string, span: SourceSpan): string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, '').replaceAll('\t', ' '))
  const first = Math.max(1, span.line - 2)
  const last = Math.min(lines.length, span.line + 2)
  const width = String(last).length
  const frame: string[] = []
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? ''
    const mark = number === span.line ? '>' : ' '
    frame.push(`${mark} ${String(number).padStart(width)} | ${line}`.trimEnd())
    if (number !== span.line) continue
    const length = Math.max(1, Math.min(span.end - span.start, line.length - span.column + 1))
    frame.push(`  ${' '.repeat(width)} | ${' '.repeat(span.column - 1)}${'^'.repeat(length)}`)
  }
  while (frame.at(-1)?.endsWith('|')) frame.pop()
  return frame.join('\n')
}
