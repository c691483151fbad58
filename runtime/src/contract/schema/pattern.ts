/**
 * The route grammar: `[param]`, `[param=matcher]`, `[...rest]`, `[[...rest]]`. This is the only parser of patterns, for
 * pages, redirects, rewrites and the compiler.
 */

export type Segment =
  | { readonly kind: 'static'; readonly value: string }
  | { readonly kind: 'param' | 'rest' | 'optional-rest'; readonly name: string; readonly matcher?: string }

const PARAM = /^\[([A-Za-z_$][\w$]*)(?:=([A-Za-z_$][\w$]*))?\]$/
const REST = /^\[\.\.\.([A-Za-z_$][\w$]*)(?:=([A-Za-z_$][\w$]*))?\]$/
const OPTIONAL_REST = /^\[\[\.\.\.([A-Za-z_$][\w$]*)(?:=([A-Za-z_$][\w$]*))?\]\]$/

/** Parses a pattern, such as `/blog/[slug]`, into its segments. Throws a `TypeError` for a malformed pattern. */
export function parsePattern(pattern: string): readonly Segment[] {
  if (!pattern.startsWith('/')) throw new TypeError(`The route pattern "${pattern}" must begin with "/".`)
  const parts = pattern === '/' ? [] : pattern.slice(1).split('/')
  const seen = new Set<string>()
  return parts.map((part, index) => {
    const segment = parseSegment(pattern, part)
    if (segment.kind === 'static') return segment
    if (seen.has(segment.name))
      throw new TypeError(`The route pattern "${pattern}" uses the parameter "${segment.name}" twice.`)
    seen.add(segment.name)
    if (segment.kind !== 'param' && index < parts.length - 1)
      throw new TypeError(`In the route pattern "${pattern}" the rest parameter "${part}" must come last.`)
    return segment
  })
}

function parseSegment(pattern: string, part: string): Segment {
  for (const [expression, kind] of [
    [OPTIONAL_REST, 'optional-rest'],
    [REST, 'rest'],
    [PARAM, 'param'],
  ] as const) {
    const found = expression.exec(part)
    if (found?.[1] !== undefined)
      return found[2] === undefined ? { kind, name: found[1] } : { kind, name: found[1], matcher: found[2] }
  }
  if (part === '' || part === '.' || part === '..' || /[[\]]/.test(part))
    throw new TypeError(
      `The segment "${part}" of the route pattern "${pattern}" is malformed. Use text, [param], [param=matcher], [...rest] or [[...rest]].`,
    )
  return { kind: 'static', value: part }
}

/** Returns whether every path of `narrow` is one of `wide`, as far as that is known without running a matcher. */
export function coversPattern(wide: readonly Segment[], narrow: readonly Segment[]): boolean {
  const [head, ...tail] = wide
  const [other, ...others] = narrow
  if (head === undefined) return other === undefined
  if (head.kind === 'rest' || head.kind === 'optional-rest') {
    if (head.matcher !== undefined) return other?.kind === head.kind && other.matcher === head.matcher
    return head.kind === 'optional-rest' || (other !== undefined && other.kind !== 'optional-rest')
  }
  if (other === undefined || other.kind === 'rest' || other.kind === 'optional-rest') return false
  if (head.kind === 'static')
    return other.kind === 'static' && other.value === head.value && coversPattern(tail, others)
  const takes = head.matcher === undefined || (other.kind === 'param' && other.matcher === head.matcher)
  return takes && coversPattern(tail, others)
}

/** The role of a file in the routes folder. */
export type RouteRole = 'page' | 'layout' | 'not-found' | 'error' | 'http'

const MODULE = /\.[jt]sx?$/
const HTTP_MODULE = /\.http\.[jt]sx?$/
const NO_ROUTE = /\.d\.ts$|\.(?:test|spec)\.[jt]sx?$/

/**
 * Returns the role of a file below the routes folder. Returns undefined for files that aren't routes: styles, tests,
 * declarations, and files and folders whose name begins with `_`, except `_layout` in any folder and `_404` and `_500` at
 * the root. `*.http.ts` files are endpoints, not pages.
 */
export function roleOfRouteFile(relativeFile: string): RouteRole | undefined {
  const parts = relativeFile.replaceAll('\\', '/').split('/')
  const base = parts.pop() ?? ''
  if (!MODULE.test(base) || NO_ROUTE.test(base) || parts.some((folder) => folder.startsWith('_'))) return undefined
  if (!base.startsWith('_')) return HTTP_MODULE.test(base) ? 'http' : 'page'
  const stem = base.replace(MODULE, '')
  if (stem === '_layout') return 'layout'
  if (parts.length > 0) return undefined
  return stem === '_404' ? 'not-found' : stem === '_500' ? 'error' : undefined
}

/**
 * Returns the pattern of a page's or endpoint's file below the routes folder: `/orders/[id]` for
 * `routes/(shop)/orders/[id].tsx`, `/feed.xml` for `routes/feed.xml.http.ts`.
 */
export function patternOfFile(relativeFile: string): string {
  const folders = relativeFile.replaceAll('\\', '/').replace(HTTP_MODULE, '').replace(MODULE, '').split('/')
  const base = folders.pop() ?? ''
  const visible = folders.filter((folder) => !/^\(.+\)$/.test(folder))
  // Some file systems store decomposed letters; links contain composed ones.
  return `/${[...visible, ...(base === 'index' ? [] : [base])].join('/')}`.normalize('NFC')
}
