/** Sections of the report's page about changes, caching and cookies, and api modules. */
import { escapeHtml } from '@fw/runtime/tooling'
import type { AnalysisReport, ApiModuleReport, AppCookies, ChangeReport, ModuleKind } from './analysis-report.ts'
import { CHANGE_UNITS, describeSubject, formatDifference, formatSizes, formatTime } from './describe-change.ts'
import { describeCache, describeCookies, listUnknownCookies } from './describe-visit.ts'
import { formatKilobytes } from './format-size.ts'
import { code, head, renderSizeCell, renderTable } from './page-table.ts'

/** Renders the differences from the last build. */
export function renderChanges(changes: ChangeReport | undefined): string {
  if (changes === undefined) return '<p class="soft">There is no earlier build to compare with.</p>'
  const since = formatTime(changes.since)
  if (changes.sizes.length === 0) return `<p>No size has changed since the build of ${since}.</p>`
  const rows = changes.sizes.map((change) => [
    head(escapeHtml(describeSubject(change))),
    renderSizeCell(formatDifference(change)),
    renderSizeCell(formatSizes(change)),
  ])
  const caption = `Sizes that have changed since the build of ${since}.`
  return `${renderTable(caption, ['Size', '>Change', '>Before → after'], rows)}<p class="soft">${CHANGE_UNITS}</p>`
}

/** Renders caching and cookies by route. */
export function renderVisits({ routes }: AnalysisReport, app: AppCookies): string {
  const rows = routes.map(({ pattern, cache = {}, cookies }) => [
    head(code(pattern)),
    `<td class="text">${escapeHtml(describeCache(cache))}${cache.cacheControl === undefined ? '' : `<br>${code(cache.cacheControl)}`}</td>`,
    `<td class="text">${escapeHtml(describeCookies(cookies, cache))}</td>`,
  ])
  const notes = listUnknownCookies(app).map((sentence) => `<li>${escapeHtml(sentence)}</li>`)
  const caption = 'How the pages of each route are cached, and the cookies that they use.'
  return `${renderTable(caption, ['Route', 'Cache', 'Cookies'], rows)}<ul>${notes.join('')}</ul>`
}

/** Renders the sizes of api modules, with the code that they import. */
export function renderApiModules(
  modules: readonly ApiModuleReport[],
  kinds: Readonly<Record<ModuleKind, string>>,
): string {
  const rows = modules.map((module) => [
    head(code(module.file)),
    renderSizeCell(String(module.tools)),
    ...[module.own, module.total, module.notShared].map((bytes) => renderSizeCell(formatKilobytes(bytes))),
    `<td class="text">${importsList(module, kinds)}</td>`,
  ])
  return renderTable(
    'Bytes of code on the server, without the framework and packages outside the bundle.',
    ['Module', '>Tools', '>Own', '>With imports', '>Not shared', 'Imports'],
    rows,
  )
}

function importsList({ modules }: ApiModuleReport, kinds: Readonly<Record<ModuleKind, string>>): string {
  if (modules.length === 0) return '<span class="soft">none</span>'
  const items = modules.map(
    ({ name, kind, bytes }) => `<li>${code(name)} (${kinds[kind]}), ${formatKilobytes(bytes)}</li>`,
  )
  return `<details><summary>${modules.length} imported</summary><ul>${items.join('')}</ul></details>`
}
