/** Formats the parts of a report that only `--analyze` prints. */
import type { AnalysisReport, ApiModuleReport, RouteReport } from '#report/analysis-report.ts'
import { CHANGE_UNITS, describeSubject, formatDifference, formatSizes, formatTime } from '#report/describe-change.ts'
import { describeCache, describeCookies, listUnknownCookies } from '#report/describe-visit.ts'
import { formatKilobytes } from '#report/format-size.ts'
import { formatTable, wrap } from './text-table.ts'

/** Formats caching and cookies by route. Routes with the same ones share an entry. */
export function printVisits({ routes, cookies }: AnalysisReport): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const route of routes) {
    const lines = visitLines(route)
    if (lines.length === 0) continue
    const key = lines.join('\n')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [route.pattern])
    else group.push(route.pattern)
  }
  if (groups.size === 0) return []
  return [
    ...[...groups].flatMap(([lines, patterns]) => [...wrap(patterns.join(' '), '  '), lines]),
    ...(cookies === undefined ? [] : listUnknownCookies(cookies).flatMap((sentence) => wrap(sentence, '  '))),
  ]
}

function visitLines({ cache, cookies }: RouteReport): readonly string[] {
  if (cache === undefined) return []
  return [
    ...wrap(`cache   ${describeCache(cache)}`, '    '),
    ...wrap(`cookies ${describeCookies(cookies, cache)}`, '    '),
  ]
}

/** Formats the sizes of api modules on the server. */
export function printApiModules(modules: readonly ApiModuleReport[]): readonly string[] {
  if (modules.length === 0) return []
  const rows = modules.map(({ file, tools, own, total, notShared }) => [
    file,
    String(tools),
    formatKilobytes(own),
    formatKilobytes(total),
    formatKilobytes(notShared),
  ])
  return [
    ...formatTable(['module', 'tools', 'own', 'with imports', 'not shared'], rows),
    ...wrap('Bytes of code, without the framework and packages outside the bundle.', '  '),
  ]
}

/** Formats the differences from the last build. */
export function printChanges({ changes }: AnalysisReport): {
  readonly title: string
  readonly lines: readonly string[]
} {
  if (changes === undefined) return { title: 'Changes', lines: ['  No earlier build to compare with.'] }
  const title = `Changes since the build of ${formatTime(changes.since)}`
  if (changes.sizes.length === 0) return { title, lines: ['  No size has changed.'] }
  const rows = changes.sizes.map((change) => [describeSubject(change), formatDifference(change), formatSizes(change)])
  return { title, lines: [...formatTable(['size', 'change', 'before → after'], rows), ...wrap(CHANGE_UNITS, '  ')] }
}
