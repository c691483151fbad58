/** Checks the exports of files in the routes folder. */

import { nearestName, parsePattern, type Segment } from '@fw/runtime/contract'
import type { Fix, RouteModel, SourceSpan } from '#model.ts'
import type { CachePolicyFact } from '../apis/cache-policy.ts'
import { readCachePolicy } from '../apis/cache-policy.ts'
import type { AppReader } from '../app-reader.ts'
import { defaultExportFix } from '../fixes/default-export-fix.ts'
import { removeExport, renameExport } from '../fixes/rename-export.ts'
import { type ExportedValue, hasDefaultExport, listExportedValues } from '../modules/module-exports.ts'
import { findRouteTypes, type RouteTypeFact } from './route-types.ts'
import type { StaticParamsFact } from './static-params.ts'
import { readStaticParams } from './static-params.ts'

/** An export of a route module that is missing, or that is never read. */
export interface RouteExportFact {
  readonly problem: 'no-default' | 'misspelled' | 'no-params' | 'page-only'
  readonly file: string
  /** Name of the export; for `no-default` the kind of the route. */
  readonly name: string
  readonly span: SourceSpan
  /** For `misspelled`: the intended export. */
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

export interface AnalyzedRouteModules {
  readonly routeExports: readonly RouteExportFact[]
  readonly staticParams: readonly StaticParamsFact[]
  readonly cachePolicies: readonly CachePolicyFact[]
  readonly routeTypes: readonly RouteTypeFact[]
}

/** Exports of a page, beside the default export. */
const PAGE_EXPORTS = ['meta', 'staticParams', 'cache', 'live']

/** Names in other frameworks; exports with another shape can't just be renamed. */
const FOREIGN: Readonly<Record<string, { readonly name: string; readonly same: boolean }>> = {
  metadata: { name: 'meta', same: true },
  generateMetadata: { name: 'meta', same: true },
  pageMeta: { name: 'meta', same: true },
  generateStaticParams: { name: 'staticParams', same: true },
  getStaticParams: { name: 'staticParams', same: true },
  getStaticPaths: { name: 'staticParams', same: false },
  cachePolicy: { name: 'cache', same: true },
}

/**
 * Analyzes the modules. `broken`: files with syntax errors, which another rule reports. `matchers`: exports of
 * `src/matchers.ts`, if they are known.
 */
export function analyzeRouteModules(
  reader: AppReader,
  routesDir: string,
  routes: readonly RouteModel[],
  broken: ReadonlySet<string>,
  matchers: readonly string[] | undefined,
): AnalyzedRouteModules {
  const read = routes.map((route): AnalyzedRouteModules => {
    const file = `${routesDir}/${route.filePath}`
    return broken.has(file) ? NOTHING : analyzeRoute(reader, file, route, matchers)
  })
  return {
    routeExports: read.flatMap(({ routeExports }) => routeExports),
    staticParams: read.flatMap(({ staticParams }) => staticParams),
    cachePolicies: read.flatMap(({ cachePolicies }) => cachePolicies),
    routeTypes: read.flatMap(({ routeTypes }) => routeTypes),
  }
}

const NOTHING: AnalyzedRouteModules = { routeExports: [], staticParams: [], cachePolicies: [], routeTypes: [] }

function analyzeRoute(
  reader: AppReader,
  file: string,
  route: RouteModel,
  matchers: readonly string[] | undefined,
): AnalyzedRouteModules {
  const values = listExportedValues(reader, file)
  const segments = parseSegments(route.pattern)
  const own = (name: string) => values.find((value) => value.name === name)
  const routeExports: RouteExportFact[] = []
  const routeTypes = findRouteTypes(reader, file, route)
  if (!hasDefaultExport(reader, file)) {
    const span = { file, start: 0, end: 0, line: 1, column: 1 }
    const candidates = values.filter(({ name }) => /^[A-Z]/.test(name))
    // The component of a file without a page may belong to another page: a fix doesn't give it a URL.
    const fixes = route.kind === 'page' ? {} : defaultExportFix(reader, file, candidates)
    routeExports.push({ problem: 'no-default', file, name: route.kind, span, ...fixes })
  }
  const [params, cache, live] = [own('staticParams'), own('cache'), own('live')]
  if (route.kind !== 'page') {
    for (const value of [params, cache, live].filter((one) => one !== undefined))
      routeExports.push({ problem: 'page-only', file, name: value.name, span: value.span })
    return { ...NOTHING, routeExports, routeTypes }
  }
  routeExports.push(...values.flatMap((value) => findMisspelled(reader, file, value, values)))
  if (params !== undefined && segments?.every(({ kind }) => kind === 'static'))
    routeExports.push({
      problem: 'no-params',
      file,
      name: params.name,
      span: params.span,
      ...removeExport(reader, file, params),
    })
  const hasParams = segments?.some(({ kind }) => kind !== 'static')
  return {
    routeExports,
    routeTypes,
    staticParams: params && segments && hasParams ? readStaticParams(reader, file, params, segments, matchers) : [],
    cachePolicies: cache === undefined ? [] : readCachePolicy(reader, file, cache, segments ?? []),
  }
}

/** Returns `undefined` for a malformed pattern, which another rule reports. */
function parseSegments(pattern: string | undefined): readonly Segment[] | undefined {
  try {
    return pattern === undefined ? undefined : parsePattern(pattern)
  } catch {
    return undefined
  }
}

function findMisspelled(
  reader: AppReader,
  file: string,
  value: ExportedValue,
  values: readonly ExportedValue[],
): RouteExportFact[] {
  const { name, span } = value
  if (name === 'default' || PAGE_EXPORTS.includes(name)) return []
  const foreign = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined
  const nearest = foreign?.name ?? findSimilarName(name)
  if (nearest === undefined || values.some((other) => other.name === nearest)) return []
  // A page that becomes public has a shared copy, which may show one visitor the data of another.
  const fixes = foreign?.same === false || nearest === 'cache' ? {} : renameExport(reader, file, value, nearest)
  return [{ problem: 'misspelled', file, name, span, nearest, ...fixes }]
}

/** A page may have any exports: only a name that is very similar counts as misspelled. */
function findSimilarName(name: string): string | undefined {
  const nearest = nearestName(name, PAGE_EXPORTS)
  if (nearest === undefined) return undefined
  const [given, meant] = [name.toLowerCase(), nearest.toLowerCase()]
  if (given === meant) return nearest
  const sortLetters = (text: string) => [...text].sort().join('')
  const isSwapped = sortLetters(given) === sortLetters(meant)
  const isOneOff = Math.abs(given.length - meant.length) === 1 && (given.startsWith(meant) || meant.startsWith(given))
  return isSwapped || isOneOff || nearest.length > 8 ? nearest : undefined
}
