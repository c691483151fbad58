/** Compares the build with the configuration's `budgets`. */
import type { FwConfig } from '@fw/runtime/contract'
import type { AnalysisReport, ModuleReport, OverBudget, RouteReport } from '#report/analysis-report.ts'

type Budgets = NonNullable<FwConfig['budgets']>

/** Number of modules in a report of an exceeded budget. */
const HEAVIEST = 5

/** Returns whether documents have to be rendered to check the budgets. */
export function limitsHtml({ html, routes = {} }: Budgets): boolean {
  return html !== undefined || Object.values(routes).some((route) => route.html !== undefined)
}

/** Returns all exceeded budgets, the largest excess first. */
export function overBudget(
  budgets: Budgets,
  report: Pick<AnalysisReport, 'routes' | 'scripts' | 'styles'>,
): readonly OverBudget[] {
  const { routes = {}, styles } = budgets
  const found = report.routes.flatMap((route) => {
    const limits = { ...budgets, ...routes[route.pattern] }
    return [...overScript(route, limits.script, report), ...overHtml(route, limits.html)]
  })
  const bytes = report.styles?.brotli ?? 0
  if (styles !== undefined && bytes > styles) found.push({ kind: 'styles', bytes, limit: styles, heaviest: [] })
  return found.sort((a, b) => b.bytes - b.limit - (a.bytes - a.limit))
}

function overScript(
  { pattern, js, scripts }: RouteReport,
  limit: number | undefined,
  report: Pick<AnalysisReport, 'scripts'>,
): OverBudget[] {
  if (limit === undefined || js.brotli <= limit) return []
  const modules: ModuleReport[] = report.scripts
    .filter(({ file }) => scripts.includes(file))
    .flatMap((script) => script.modules)
  const heaviest = modules
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, HEAVIEST)
  return [{ kind: 'script', route: pattern, bytes: js.brotli, limit, heaviest }]
}

function overHtml({ pattern, html }: RouteReport, limit: number | undefined): OverBudget[] {
  if (limit === undefined || html === undefined || html.brotli <= limit) return []
  return [{ kind: 'html', route: pattern, bytes: html.brotli, limit, heaviest: [] }]
}
