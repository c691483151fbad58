/** Finds the page for a URL: the URL of the page itself, or of its Markdown. */
import type { FwRequest } from '#contract/http/request.ts'
import { decodeSegments } from '../router/decode-path.ts'
import type { Match } from '../router/match-route.ts'
import type { PageEntry, PageSource } from './page-source.ts'

export interface FoundPage {
  /** `undefined` if no page matches. */
  readonly found: Match<PageEntry> | undefined
  /** The page's own path. */
  readonly pagePath: string
  /** Whether the URL is that of the page's Markdown. */
  readonly twin: boolean
}

/**
 * Finds the page. A page whose own last segment ends with `.md` takes precedence over the Markdown of another page,
 * which takes precedence over every other page.
 */
export function findPage(source: PageSource, { segments, path }: Pick<FwRequest, 'segments' | 'path'>): FoundPage {
  const own = source.match(segments)
  const page = findTwinSegments(segments)
  if (page === undefined || own?.item.segments.at(-1)?.kind === 'static')
    return { found: own, pagePath: path, twin: false }
  const found = source.match(page)
  if (found === undefined && own !== undefined) return { found: own, pagePath: path, twin: false }
  return { found, pagePath: `/${page.map(encodeURIComponent).join('/')}`, twin: true }
}

/** Returns the path of the page that has its Markdown at these segments; `undefined` without such a page. */
export function findMarkdownSource(source: PageSource, segments: readonly string[]): string | undefined {
  if (findTwinSegments(segments) === undefined) return undefined
  const { found, twin, pagePath } = findPage(source, { segments, path: '' })
  return found !== undefined && twin ? pagePath : undefined
}

/** Whether a page or its Markdown is at this path. */
export function hasPage(source: PageSource, path: string): boolean {
  const segments = decodeSegments(path)
  return segments !== undefined && findPage(source, { segments, path }).found !== undefined
}

/** Returns the segments of the page whose Markdown is at these segments: `/tea.md` of `/tea`, `/index.md` of `/`. */
function findTwinSegments(segments: readonly string[]): readonly string[] | undefined {
  const last = segments.at(-1)
  if (last === undefined || !last.endsWith('.md') || last === '.md') return undefined
  if (segments.length === 1 && last === 'index.md') return []
  const name = last.slice(0, -'.md'.length)
  // No path has these segments, so no page may receive them as parameters.
  return name === '.' || name === '..' ? undefined : [...segments.slice(0, -1), name]
}
