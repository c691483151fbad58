/** The report of `fw build --analyze` as text that fits 80 columns. */
import type { StaticReport } from '../static/report.ts'
import type { AnalysisReport, IslandReport, RouteReport, Sizes, ToolReport } from './report.ts'

const WIDTH = 80

/** Three tables: routes, islands with their reasons, tools. Sizes are gzip / brotli. */
export function printReport(report: AnalysisReport): string {
  const parts = [
    section('Routes', routeRows(report.routes)),
    section('Islands', islandLines(report.islands)),
    section('Tools', toolRows(report.tools)),
  ]
  if (report.problem !== undefined)
    parts.push(
      wrap(`Pages and schemas are not measured, since the built app does not load: ${report.problem}`, '').join('\n'),
    )
  parts.push('Sizes are gzip / brotli, summed over the files that are loaded.')
  return parts.filter((part) => part !== '').join('\n\n')
}

/** One line for a static site, and one for each route that was left out. */
export function printStaticReport({ pages, files, changed, bytes }: StaticReport): string {
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  return `wrote    ${counted(pages, 'page')} in ${counted(files, 'file')} (${changed} changed), ${kilobytes(bytes)}`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n')
}

function routeRows(routes: readonly RouteReport[]): readonly string[] {
  const rows = routes.map((route) => [
    route.pattern,
    route.html === undefined ? '-' : pair(route.html),
    route.islands.length === 0 ? 'none' : pair(route.js),
    String(route.islands.length),
  ])
  const skipped = routes.filter((route) => route.notRendered !== undefined)
  return [
    ...table(['route', 'HTML', 'JS', 'islands'], rows),
    ...skipped.flatMap((route) => wrap(`HTML of ${route.pattern} is not measured: it ${route.notRendered}.`, '  ')),
  ]
}

function islandLines(islands: readonly IslandReport[]): readonly string[] {
  return islands.flatMap((island) => [
    ...wrap(`${island.name}  ${pair(island.js)}  ${island.file}`, '  '),
    ...wrap(`because ${island.reasons.join(', ')}`, '    '),
    ...(island.intents.length === 0 ? [] : wrap(`intents ${island.intents.join(', ')}`, '    ')),
  ])
}

function toolRows(tools: readonly ToolReport[]): readonly string[] {
  const rows = tools.map((tool) => [
    tool.tool,
    tool.guard,
    tool.scopes.join(' ') || '-',
    `${tool.inputBytes} / ${tool.outputBytes} B`,
  ])
  return table(['tool', 'guard', 'scopes', 'schema in / out'], rows)
}

/** Columns padded to their widest cell; the first gives way when the line would be longer than the terminal. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return []
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 2)
  widths[0] = Math.max(12, Math.min(widths[0] ?? 0, WIDTH - others))
  return [head, ...rows].map((row) =>
    `  ${row.map((cell, column) => fit(cell, widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
}

function wrap(text: string, indent: string): readonly string[] {
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

function pair(sizes: Sizes): string {
  return `${kilobytes(sizes.gzip)} / ${kilobytes(sizes.brotli)}`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2)} kB`
}
