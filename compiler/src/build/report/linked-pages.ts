/**
 * Renders one page of each route. Pages of dynamic routes without `staticParams` are found in the links of the others'
 * documents.
 */
import { type KnownPage, parsePattern } from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS, createMatcher, decodeSegments, type Matchers, unescapeHtml } from '@fw/runtime/tooling'
import type { PageMeasure } from './measure-pages.ts'

interface RenderOptions {
  /** Patterns of the routes that have documents. */
  readonly patterns: readonly string[]
  /** The app's own matchers. */
  readonly matchers?: Matchers | undefined
  /** Languages that paths begin with. */
  readonly locales?: readonly string[] | undefined
}

type Pages = Readonly<Record<string, PageMeasure>>

/** Links that are tried for a dynamic route until one of them is a page. */
const TRIED_LINKS = 3

/** Returns the first concrete page of each pattern, and for other patterns the first page that is linked. */
export async function renderRoutes(
  known: readonly KnownPage[],
  render: (path: string) => Promise<PageMeasure>,
  options: RenderOptions,
): Promise<Pages> {
  const pages: Record<string, PageMeasure> = {}
  for (const { path, pattern, concrete } of known) if (concrete) pages[pattern] ??= await render(path)
  const findRoute = createRouteFinder(options)
  const open = new Map(
    options.patterns.filter((pattern) => pages[pattern] === undefined).map((pattern) => [pattern, TRIED_LINKS]),
  )
  const tried = new Set<string>()
  // Linked pages have links of their own.
  const queue = Object.values(pages)
  for (const page of queue) {
    if (open.size === 0) break
    for (const path of page.status === 200 ? listLinkedPaths(page) : []) {
      const pattern = findRoute(path)
      const left = pattern === undefined ? undefined : open.get(pattern)
      if (pattern === undefined || left === undefined || tried.has(path)) continue
      tried.add(path)
      const linked = { ...(await render(path)), linkedFrom: page.path }
      pages[pattern] = linked
      queue.push(linked)
      if (linked.status === 200 || left === 1) open.delete(pattern)
      else open.set(pattern, left - 1)
    }
  }
  return pages
}

/** Returns a function that finds the route of a path, as the server does. */
function createRouteFinder({ patterns, matchers, locales = [] }: RenderOptions) {
  const items = patterns.map((pattern) => ({ pattern, segments: parsePattern(pattern) }))
  const match = createMatcher(items, { ...BUILT_IN_MATCHERS, ...matchers })
  return (path: string): string | undefined => {
    const segments = decodeSegments(path)
    if (segments === undefined) return undefined
    const [first = '', ...rest] = segments
    return match(locales.includes(first) ? rest : segments)?.item.pattern
  }
}

/** Returns the paths in the same app to which a document links, each once, without query and fragment. */
function listLinkedPaths({ html, path }: PageMeasure): readonly string[] {
  const base = new URL(path, 'http://127.0.0.1')
  const paths = [...html.matchAll(LINK)].flatMap(([, href = '']) => {
    const text = unescapeHtml(href)
    if (!URL.canParse(text, base)) return []
    const url = new URL(text, base)
    return url.origin === base.origin ? [url.pathname] : []
  })
  return [...new Set(paths)]
}

const LINK = /<a\b[^>]*?\shref="([^"]*)"/g
