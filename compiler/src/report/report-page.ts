/** `fw build --analyze` as a page: one file without network requests. */
import { escapeHtml } from '@fw/runtime/tooling'
import type {
  AnalysisReport,
  IslandReport,
  OverBudget,
  RouteReport,
  ScriptReport,
  SizeKind,
  ToolReport,
} from './analysis-report.ts'
import { describeSubject, formatDifference } from './describe-change.ts'
import { drawTreemap, type TreemapData } from './draw-treemap.ts'
import { formatKilobytes } from './format-size.ts'
import { renderApiModules, renderChanges, renderVisits } from './page-sections.ts'
import { PAGE_STYLE } from './page-style.ts'
import { cell, code, head, list, none, renderSizeCell, renderTable } from './page-table.ts'
import { squarify } from './squarify.ts'

interface PageFacts {
  /** The app's name in its `package.json`. */
  readonly name: string
  readonly steps: readonly { readonly name: string; readonly ms: number }[]
}

const KINDS = { app: 'the app', fw: 'fw', solid: 'Solid', package: 'other packages' } as const

/** Renders the document. */
export function reportPage(report: AnalysisReport, { name, steps }: PageFacts): string {
  const { scripts, islands, apiModules, tools } = report
  const title = `What ${name} is made of`
  const sections = [
    section('changes', 'Changes', renderChanges(report.changes)),
    section('routes', 'Routes', routesTable(report)),
    report.cookies === undefined ? '' : section('visits', 'Caching and cookies', renderVisits(report, report.cookies)),
    scripts.length === 0 ? '' : section('scripts', 'Scripts', treemap(report), modulesTable(scripts)),
    islands.length === 0 ? '' : section('islands', 'Islands', islandsTable(islands)),
    apiModules.length === 0 ? '' : section('apis', 'Api modules', renderApiModules(apiModules, KINDS)),
    tools.length === 0 ? '' : section('tools', 'Tools', toolsTable(tools)),
    section('build', 'The build', stepsTable(steps)),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>Sizes are compressed by brotli, as a server sends them, unless a column has another unit.</p>
${report.overBudget.map(overText).join('\n')}
${report.problem === undefined ? '' : `<p class="over">Pages and schemas are not measured, since the built app does not load: ${escapeHtml(report.problem)}</p>`}
${factsList(report)}
<nav aria-label="Sections"><ul>${sections.map(linkTo).join('')}</ul></nav>
${sections.join('\n')}
</main>
<script type="application/json" id="data">${JSON.stringify(treemapData(report)).replaceAll('<', '\\u003c')}</script>
<script>
${squarify}
${drawTreemap}
drawTreemap(JSON.parse(document.getElementById('data').textContent), squarify)
</script>
</body>
</html>
`
}

function section(id: string, title: string, ...parts: readonly string[]): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${parts.join('\n')}</section>`
}

function linkTo(part: string): string {
  const [, id, title] = /<h2 id="(\w+)">(.*?)<\/h2>/.exec(part) ?? []
  return id === undefined ? '' : `<li><a href="#${id}">${title}</a></li>`
}

function overText({ kind, route, bytes, limit, heaviest }: OverBudget): string {
  const what =
    kind === 'styles' ? 'The stylesheet' : `${kind === 'html' ? 'The HTML' : 'Scripts'} of ${code(route ?? '')}`
  const most =
    heaviest.length === 0
      ? ''
      : ` Heaviest: ${heaviest.map((one) => `${code(one.name)} ${formatKilobytes(one.bytes)}`).join(', ')}.`
  return `<p class="over"><strong>Over budget by ${formatKilobytes(bytes - limit)}.</strong> ${what}: ${formatKilobytes(bytes)} of ${formatKilobytes(limit)}.${most}</p>`
}

function factsList({ routes, scripts, islands, tools, styles }: AnalysisReport): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Routes', String(routes.length)],
    ['Islands', String(islands.length)],
    ['Tools', String(tools.length)],
    ['All scripts', formatKilobytes(scripts.reduce((sum, { sizes }) => sum + sizes.brotli, 0))],
    ['Heaviest route', formatKilobytes(Math.max(0, ...routes.map(({ js }) => js.brotli)))],
    ['Stylesheet', styles === undefined ? 'none' : formatKilobytes(styles.brotli)],
  ]
  return `<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

function routesTable({ routes, islands, changes }: AnalysisReport): string {
  const names = new Map(islands.map(({ id, name }) => [id, name]))
  const differences = new Map(changes?.sizes.map((change) => [describeSubject(change), formatDifference(change)]))
  const difference = (kind: SizeKind, { pattern }: RouteReport) => {
    const text = differences.get(describeSubject({ kind, name: pattern }))
    return text === undefined ? '' : `<br><span class="soft">${text}</span>`
  }
  const rows = routes.map((route) => [
    head(code(route.pattern)),
    renderSizeCell(`${route.js.raw === 0 ? 'none' : formatKilobytes(route.js.brotli)}${difference('script', route)}`),
    renderSizeCell(`${htmlSize(route)}${difference('html', route)}`),
    cell(route.islands.map((id) => escapeHtml(names.get(id) ?? id)).join(', ') || none),
    cell(code(route.file)),
  ])
  return renderTable(
    'The document of one page of each route, and the scripts that it loads.',
    ['Route', '>Scripts', '>HTML', 'Islands', 'File'],
    rows,
  )
}

function htmlSize({ html, notRendered }: RouteReport): string {
  if (html?.linkedFrom !== undefined)
    return `${formatKilobytes(html.brotli)}<br><span class="soft">at ${code(html.path)}</span>`
  if (html !== undefined) return formatKilobytes(html.brotli)
  return notRendered === undefined ? none : `<span class="soft">not measured: it ${escapeHtml(notRendered)}</span>`
}

function treemap({ routes, islands }: AnalysisReport): string {
  const group = (label: string, options: readonly string[]) =>
    options.length === 0 ? '' : `<optgroup label="${label}">${options.join('')}</optgroup>`
  const ofRoutes = routes
    .filter(({ scripts }) => scripts.length > 0)
    .map(({ pattern }) => option(ofRoute(pattern), pattern))
  const ofIslands = islands.map(({ id, name, file }) => option(ofIsland(id), `${name} (${file})`))
  const key = Object.entries(KINDS).map(([kind, name]) => `<li><span class="${kind}"></span>${name}</li>`)
  return `<form><label for="scope">Scripts of</label> <select id="scope">${option('', 'the whole app')}${group('Routes', ofRoutes)}${group('Islands', ofIslands)}</select> <output id="summary" for="scope"></output></form>
<ul class="key">${key.join('')}</ul>
<div id="map" role="img" aria-label="Each script as a tile, and in it its modules, by their sizes. The table below has them all."></div>
<p class="soft">A module has the part of its script’s compressed bytes that its code has of the script.</p>`
}

const option = (value: string, text: string) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`
const ofRoute = (pattern: string) => `route ${pattern}`
const ofIsland = (id: string) => `island ${id}`

function modulesTable(scripts: readonly ScriptReport[]): string {
  const rows = scripts.flatMap(({ file, sizes, modules }) => [
    [
      head(code(file)),
      cell('the whole file'),
      renderSizeCell(formatKilobytes(sizes.brotli)),
      renderSizeCell(formatKilobytes(sizes.gzip)),
      renderSizeCell(formatKilobytes(sizes.raw)),
    ],
    ...modules.map(({ name, kind, bytes }) => [
      cell(code(name)),
      cell(KINDS[kind]),
      renderSizeCell(formatKilobytes(bytes)),
      cell(''),
      cell(''),
    ]),
  ])
  return `<details><summary>All ${scripts.length} scripts and their modules</summary>${renderTable('Every script, with its modules below it.', ['Script or module', 'Of', '>brotli', '>gzip', '>raw'], rows)}</details>`
}

function islandsTable(islands: readonly IslandReport[]): string {
  const rows = islands.map(({ name, file, reasons, intents, js }) => [
    head(code(name)),
    renderSizeCell(formatKilobytes(js.brotli)),
    `<td class="text">${list(reasons.map(escapeHtml))}</td>`,
    cell(intents.map(code).join(', ') || none),
    cell(code(file)),
  ])
  return renderTable(
    'Why each component is an island, and all scripts that a page with it alone loads.',
    ['Island', '>Scripts', 'Because of', 'Intents', 'File'],
    rows,
  )
}

function toolsTable(tools: readonly ToolReport[]): string {
  const rows = tools.map((tool) => [
    head(code(tool.tool)),
    cell(tool.guard),
    cell(tool.scopes.map(code).join(', ') || none),
    `<td class="text">${escapeHtml(tool.description ?? 'No description.')}${contract(tool)}</td>`,
  ])
  return renderTable(
    'What agents can call, with the contracts that they see.',
    ['Tool', 'Guard', 'Scopes', 'Description and contract'],
    rows,
  )
}

function contract({ input, output, inputBytes, outputBytes }: ToolReport): string {
  if (input === undefined && output === undefined) return ''
  const part = (name: string, schema: object | undefined) =>
    schema === undefined
      ? ''
      : `<p>${name}</p><pre tabindex="0">${escapeHtml(JSON.stringify(schema, undefined, 2))}</pre>`
  return `<details><summary>Contract, ${inputBytes} B in, ${outputBytes} B out</summary>${part('Input', input)}${part('Output', output)}</details>`
}

function stepsTable(steps: PageFacts['steps']): string {
  return renderTable(
    'How long each step took.',
    ['Step', '>Time'],
    steps.map(({ name, ms }) => [head(escapeHtml(name)), renderSizeCell(`${ms} ms`)]),
  )
}

function treemapData({ scripts, routes, islands }: AnalysisReport): TreemapData {
  const index = new Map(scripts.map(({ file }, at) => [file, at]))
  const found = (files: readonly string[]) => files.flatMap((file) => index.get(file) ?? [])
  return {
    scripts: scripts.map(({ file, sizes, modules }) => ({
      file,
      bytes: sizes.brotli,
      modules: modules.map(({ name, kind, bytes }) => [name, kind, bytes] as const),
    })),
    choices: Object.fromEntries([
      ...routes.map((route) => [ofRoute(route.pattern), found(route.scripts)] as const),
      ...islands.map((island) => [ofIsland(island.id), found(island.scripts)] as const),
    ]),
  }
}
