/** Formats the report of a build in 80 columns. */
import { formatCount } from '@fw/runtime/contract'
import type {
  AnalysisReport,
  IslandReport,
  OverBudget,
  RouteReport,
  Sizes,
  ToolReport,
} from '#report/analysis-report.ts'
import { formatKilobytes } from '#report/format-size.ts'
import type { StaticReport } from '#static/static-report.ts'

const WIDTH = 80
/** Maximum number of exceeded budgets in the output: a single import may exceed the budget of every route. */
const MAX_OVER = 10

/**
 * Prints three tables: routes, islands with their reasons, tools. Sizes are gzip / brotli.
 *
 * @param most rows of each table; default all
 */
export function printReport(report: AnalysisReport, most = Number.POSITIVE_INFINITY): string {
  const { routes, islands, tools } = report
  const parts = [
    section('Routes', [...routeRows(heaviest(routes, most)), ...leftOut(routes, most)]),
    section('Islands', [...heaviest(islands, most).flatMap(islandLines), ...leftOut(islands, most)]),
    section('Tools', [...toolRows(tools.slice(0, most)), ...leftOut(tools, most)]),
  ]
  if (report.problem !== undefined)
    parts.push(
      wrap(`Pages and schemas are not measured, since the built app does not load: ${report.problem}`, '').join('\n'),
    )
  parts.push('Sizes are gzip / brotli, summed over the files that are loaded.')
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Returns all rows in their order if there is room, or else the rows with the most script. */
function heaviest<Row extends { readonly js: Sizes }>(rows: readonly Row[], most: number): readonly Row[] {
  return rows.length <= most ? rows : [...rows].sort((a, b) => b.js.brotli - a.js.brotli).slice(0, most)
}

function leftOut(rows: readonly unknown[], most: number): readonly string[] {
  return rows.length <= most ? [] : [`  … and ${rows.length - most} more: --analyze`]
}

/** Prints exceeded `budgets`: the excess, and the heaviest modules. */
export function printOverBudget(over: readonly OverBudget[]): string {
  const lines = over
    .slice(0, MAX_OVER)
    .flatMap(({ kind, route, bytes, limit, heaviest }) => [
      ...wrap(
        `${kind === 'styles' ? 'the stylesheet' : `${kind === 'html' ? 'the HTML' : 'scripts'} of ${route}`}: ${formatKilobytes(bytes)}, ${formatKilobytes(bytes - limit)} over ${formatKilobytes(limit)}`,
        '  ',
      ),
      ...heaviest.map((one) => `    ${formatKilobytes(one.bytes).padStart(9)}  ${fit(one.name, WIDTH - 16).trimEnd()}`),
    ])
  const count = over.length === 1 ? '1 size is' : `${over.length} sizes are`
  const rest = over.length <= MAX_OVER ? [] : [`  … and ${over.length - MAX_OVER} more: --analyze`]
  return [`${count} over the budgets of fw.config.ts (brotli).`, ...lines, ...rest].join('\n')
}

/** Prints one line for a static site, and one for each skipped route. */
export function printStaticReport({ pages, files, changed, bytes }: StaticReport): string {
  return `wrote    ${formatCount(pages, 'page')} in ${formatCount(files, 'file')} (${changed} changed), ${formatKilobytes(bytes)}`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n')
}

function routeRows(routes: readonly RouteReport[]): readonly string[] {
  const isMeasured = routes.some(({ html, notRendered }) => (html ?? notRendered) !== undefined)
  const rows = routes.map((route) => [
    route.pattern,
    ...(isMeasured ? [route.html === undefined ? '-' : pair(route.html)] : []),
    route.js.raw === 0 ? 'none' : pair(route.js),
    String(route.islands.length),
  ])
  const skipped = routes.filter((route) => route.notRendered !== undefined)
  return [
    ...table(['route', ...(isMeasured ? ['HTML'] : []), 'JS', 'islands'], rows),
    ...skipped.flatMap((route) => wrap(`HTML of ${route.pattern} is not measured: it ${route.notRendered}.`, '  ')),
  ]
}

function islandLines(island: IslandReport): readonly string[] {
  return [
    ...wrap(`${island.name}  ${pair(island.js)}  ${island.file}`, '  '),
    ...wrap(`because ${island.reasons.join(', ')}`, '    '),
    ...(island.intents.length === 0 ? [] : wrap(`intents ${island.intents.join(', ')}`, '    ')),
  ]
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

/** Pads columns to their widest cell; shortens the first one if a line would be longer than the terminal. */
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
  return `${formatKilobytes(sizes.gzip)} / ${formatKilobytes(sizes.brotli)}`
}
