/**
 * Pages that a redirect of the configuration replaces. No list names them and no endpoint shows them, because their URLs lead
 * to other pages. Only a rewrite shows them, at another URL.
 */
import type { RedirectRule } from '#contract/config/config.ts'
import { toMarkdownPath } from '#contract/http/path.ts'
import type { KnownPage } from '#contract/page/page.ts'
import { coversPattern, parsePattern } from '#contract/schema/pattern.ts'
import type { Pages } from '#page/pages.ts'
import { decodeSegments } from '#router/decode-path.ts'
import type { RuleFinder } from '#router/path-rules.ts'
import { splitSegments } from '../http/canonical-path.ts'

/** The address of a page: its path, or the pattern of a route with parameters. */
type PageAddress = Pick<KnownPage, 'pattern'> & Partial<Pick<KnownPage, 'path' | 'barePath' | 'concrete'>>

export type IsRedirected = (page: PageAddress) => boolean

/** Creates the check. A pattern counts as redirected if one rule takes all of its paths. */
export function createRedirectCheck(rules: readonly RedirectRule[], find: RuleFinder<unknown>): IsRedirected {
  if (rules.length === 0) return () => false
  const taken = rules.map(({ from }) => parsePattern(from))
  return ({ pattern, path, barePath = path, concrete = false }) => {
    if (concrete && barePath !== undefined) return find(decodeSegments(barePath) ?? []) !== undefined
    const segments = parsePattern(pattern)
    const values = segments.flatMap((segment) => (segment.kind === 'static' ? [segment.value] : []))
    if (values.length === segments.length) return find(values) !== undefined
    return taken.some((rule) => coversPattern(rule, segments))
  }
}

/** The members of the app's pages that the search needs. */
interface RedirectSource extends Pick<Pages, 'answers' | 'markdownSource'> {
  readonly redirects: RuleFinder<RedirectRule>
}

/**
 * Returns the redirect at a path. The redirect of a page is also that of its Markdown, and leads to the Markdown of the target
 * if there is one.
 */
export function findRedirect(pages: RedirectSource, segments: readonly string[]): ReturnType<RuleFinder<RedirectRule>> {
  const own = pages.redirects(segments)
  if (own !== undefined) return own
  const page = pages.markdownSource(segments)
  const found = page === undefined ? undefined : pages.redirects(splitSegments(page))
  if (found === undefined) return undefined
  const { target } = found
  const [path = target] = target.split(/[?#]/)
  // A page may redirect to its own Markdown.
  if (decodeSegments(path)?.join('/') === segments.join('/')) return undefined
  const markdown = toMarkdownPath(target)
  return path === target && pages.answers(markdown) ? { ...found, target: markdown } : found
}
