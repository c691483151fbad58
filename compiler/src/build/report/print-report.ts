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
import { printApiModules, printChanges, printVisits } from './print-sections.ts'
import { fit, formatTable, WIDTH, wrap } from './text-table.ts'

/** Maximum number of exceeded budgets in the output: a single import may exceed the budget of every route. */
const MAX_OVER = 10

/**
 * Prints routes, islands with their reasons, and tools. Sizes are gzip / brotli. Without `most`, it also prints caching and
 * cookies, the api modules, and the changes since the last build.
 *
 * @param most rows of each table; default all
 */
export function printReport(report: AnalysisReport, most = Number.POSITIVE_INFINITY): string {
  const { routes, islands, tools } = report
  const isWhole = most === Number.POSITIVE_INFINITY
  const changes = printChanges(report)
  const parts = [
    section('Routes', [...routeRows(heaviest(routes, most)), ...leftOut(routes, most)]),
    isWhole ? section('Caching and cookies', printVisits(report)) : '',
    section('Islands', [...heaviest(islands, most).flatMap(islandLines), ...leftOut(islands, most)]),
    isWhole ? section('Api modules on the server', printApiModules(report.apiModules)) : '',
    section('Tools', [...toolRows(tools.slice(0, most)), ...leftOut(tools, most)]),
    isWhole ? section(changes.title, changes.lines) : '',
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
  const linked = routes.flatMap(({ pattern, html }) =>
    html?.linkedFrom === undefined
      ? []
      : [`HTML of ${pattern} is measured at ${html.path}, which ${html.linkedFrom} links to.`],
  )
  return [
    ...formatTable(['route', ...(isMeasured ? ['HTML'] : []), 'JS', 'islands'], rows),
    ...linked.flatMap((line) => wrap(line, '  ')),
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
  return formatTable(['tool', 'guard', 'scopes', 'schema in / out'], rows)
}

function pair(sizes: Sizes): string {
  return `${formatKilobytes(sizes.gzip)} / ${formatKilobytes(sizes.brotli)}`
}
