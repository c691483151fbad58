/** Pages that a redirect of the configuration replaces. Lists don't name them, because their URLs lead to other pages. */
import type { RedirectRule } from '#contract/config/config.ts'
import type { KnownPage } from '#contract/page/page.ts'
import { coversPattern, parsePattern } from '#contract/schema/pattern.ts'
import { decodeSegments } from '#router/decode-path.ts'
import type { RuleFinder } from '#router/path-rules.ts'

/** The address of a page: its path, or the pattern of a route with parameters. */
type PageAddress = Pick<KnownPage, 'pattern'> & Partial<Pick<KnownPage, 'path' | 'barePath' | 'concrete'>>

export type IsRedirected = (page: PageAddress) => boolean

/** Creates the check. A pattern counts as redirected if one rule takes all of its paths. */
export function createRedirectCheck(rules: readonly RedirectRule[], find: RuleFinder<unknown>): IsRedirected {
  const taken = rules.map(({ from }) => parsePattern(from))
  return ({ pattern, path, barePath = path, concrete = false }) => {
    if (concrete && barePath !== undefined) return find(decodeSegments(barePath) ?? []) !== undefined
    const segments = parsePattern(pattern)
    const values = segments.flatMap((segment) => (segment.kind === 'static' ? [segment.value] : []))
    if (values.length === segments.length) return find(values) !== undefined
    return taken.some((rule) => coversPattern(rule, segments))
  }
}
