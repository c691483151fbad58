/** Lays out text in 80 columns. */

export const WIDTH = 80

/** Pads columns to their widest cell; shortens the first one if a line would be longer than the terminal. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return []
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 2)
  widths[0] = Math.max(12, Math.min(widths[0] ?? 0, WIDTH - others))
  return [head, ...rows].map((row) =>
    `  ${row.map((cell, column) => fit(cell, widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

export function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
}

export function wrap(text: string, indent: string): readonly string[] {
  const lines: string[] = []
  let line = indent
  for (const long of text.split(' ')) {
    const word = long.length > WIDTH / 2 ? `${long.slice(0, WIDTH / 2 - 1)}…` : long
    if (line.length + word.length > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = `${indent}  `
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
