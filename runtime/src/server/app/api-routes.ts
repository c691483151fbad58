/** Finds the api at a path of its own. Apps without such apis have no table. */
import type { ApiRoute } from '#api/api-route.ts'
import type { ApiRecord } from '#api/record.ts'
import { API_METHODS, type ApiMethod, getPathShape, isSafeAddress } from '#contract/http/api-address.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { Params } from '#contract/page/page.ts'
import type { PageRoute } from '#page/pages.ts'
import { createMatcher, type Match, type Matchers } from '#router/match-route.ts'
import { isRead } from '../http/is-read.ts'
import { isAnyForm } from '../http/read-body.ts'
import type { AppPages } from './app-pages.ts'

/** An api with a path of its own. */
export interface RoutedApi {
  readonly record: ApiRecord
  readonly route: ApiRoute
}

/** The api of a request; or the apis of other methods at its path, if it has none. */
export type ApiRouteMatch =
  | { readonly api: RoutedApi; readonly params: Params }
  | {
      readonly api?: undefined
      readonly others: readonly RoutedApi[]
      /** The methods at the path, for the `Allow` header. */
      readonly allow: string
    }

export interface ApiRoutes {
  /** Returns the api; `undefined` if a page or no handler is at the path. */
  find(request: FwRequest): ApiRouteMatch | undefined
}

/** An entry of a matcher: an api, or a page or endpoint, which takes precedence where its pattern is more specific. */
interface Entry extends PageRoute {
  readonly api?: RoutedApi
}

type Find = (segments: readonly string[]) => Match<Entry> | undefined

/**
 * Creates the table. Throws a `TypeError` that names both for two apis with the same method and path, and for a GET at the path of a page.
 */
export function createApiRoutes(
  records: ReadonlyMap<string, ApiRecord>,
  pages: Pick<AppPages, 'routes' | 'answers' | 'has' | 'markdownSource' | 'files' | 'http'>,
  matchers: Matchers | undefined,
): ApiRoutes | undefined {
  const apis = [...records.values()].flatMap((record) =>
    record.route === undefined ? [] : [{ record, route: record.route }],
  )
  if (apis.length === 0) return undefined
  const tables = new Map(API_METHODS.flatMap((method) => createTable(method, apis, pages, matchers)))
  const findEntry = (method: string, request: FwRequest): Match<Entry> | undefined => {
    const found = tables.get(method as ApiMethod)?.(request.segments) // any other method has no table
    return found !== undefined && isTaken(found, request, pages) ? undefined : found
  }
  return {
    find(request) {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      // Pages accept the forms that are posted to them.
      if (method === 'POST' && isAnyForm(request) && pages.has(request)) return undefined
      const own = findEntry(method, request)
      if (own !== undefined) return own.item.api && { api: own.item.api, params: own.params }
      const others = [...tables.keys()].flatMap((other) => findEntry(other, request)?.item.api ?? [])
      // An endpoint module may handle other methods at the path.
      if (others.length === 0 || pages.http?.find(request.segments) !== undefined) return undefined
      const isPage = pages.answers(request.path)
      return isPage && method !== 'OPTIONS' ? undefined : { others, allow: listMethods(others, isPage) }
    },
  }
}

function createTable(
  method: ApiMethod,
  apis: readonly RoutedApi[],
  { routes, http }: Pick<AppPages, 'routes' | 'http'>,
  matchers: Matchers | undefined,
): [ApiMethod, Find][] {
  const own = apis
    .filter(({ route }) => route.method === method)
    .map((api): Entry => ({ ...api.route, filePath: `${api.record.name}, ${method}`, api }))
  if (own.length === 0) return []
  const shapes = new Set(own.map(({ segments }) => getPathShape(segments)))
  const endpoints = (http?.routes ?? []).filter(({ segments }) => !shapes.has(getPathShape(segments)))
  const pages = isSafeAddress({ method })
    ? routes.filter(
        ({ segments }) => !endpoints.some((other) => getPathShape(other.segments) === getPathShape(segments)),
      )
    : []
  const others: readonly Entry[] = [...pages, ...endpoints]
  return [[method, createMatcher([...others, ...own], matchers)]]
}

/**
 * Whether the request is for the Markdown of a page, for a file by which clients discover the app, or below `/.well-known/`: these take
 * precedence over a parameter, also over that of another method.
 */
function isTaken(
  { item }: Match<Entry>,
  request: FwRequest,
  pages: Pick<AppPages, 'markdownSource' | 'files'>,
): boolean {
  const { path, segments } = request
  if (item.api === undefined || !(isRead(request) || isSafeAddress(item.api.route))) return false
  const [first] = item.segments
  const last = item.segments.at(-1)
  if (last?.kind !== 'static' && pages.markdownSource(segments) !== undefined) return true
  if (first?.kind !== 'static' && path.startsWith('/.well-known/')) return true
  return item.segments.some(({ kind }) => kind !== 'static') && pages.files(path) !== undefined
}

function listMethods(apis: readonly RoutedApi[], isPage: boolean): string {
  const methods = new Set(apis.flatMap(({ route }) => (isSafeAddress(route) ? ['GET', 'HEAD'] : [route.method])))
  if (isPage) for (const method of ['GET', 'HEAD']) methods.add(method)
  return [...methods, 'OPTIONS'].join(', ')
}
