/** What an app says about its own addresses: rules, matchers of route files, and links, each held against the pages. */
import { BUILT_IN_MATCHERS, type FwConfig, nearestName, parsePattern } from '@fw/runtime/contract'
import type { DeadLinkFact, MatcherFact, PathRuleFact, RouteFact } from '../diagnostic/facts.ts'
import type { LinkPlace } from './components.ts'
import { knownPaths } from './known-paths.ts'
import { analyzePathRules, type PlaceOf } from './path-rules.ts'

export interface AddressSources {
  readonly root: string
  readonly config: FwConfig
  /** Fields of the configuration whose value is not known here. */
  readonly unread: readonly string[]
  readonly placeOf: PlaceOf
  readonly routes: readonly RouteFact[]
  /** What `src/matchers.ts` exports; undefined when only running it would tell. */
  readonly matchers: readonly string[] | undefined
  readonly links: readonly LinkPlace[]
}

export interface AnalyzedAddresses {
  readonly pathRules: readonly PathRuleFact[]
  readonly unknownMatchers: readonly MatcherFact[]
  readonly deadLinks: readonly DeadLinkFact[]
}

export function analyzeAddresses(sources: AddressSources): AnalyzedAddresses {
  const { config, routes, matchers, placeOf } = sources
  return {
    pathRules: analyzePathRules(config, routes, matchers, placeOf),
    unknownMatchers: matchers === undefined ? [] : routes.flatMap((route) => unknownMatchers(route, matchers)),
    deadLinks: deadLinks(sources),
  }
}

function unknownMatchers({ file, pattern, problem, span }: RouteFact, exported: readonly string[]): MatcherFact[] {
  if (problem !== undefined) return []
  const known = [...exported, ...Object.keys(BUILT_IN_MATCHERS)]
  const names = parsePattern(pattern).flatMap((segment) =>
    segment.kind === 'static' || segment.matcher === undefined ? [] : [segment.matcher],
  )
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known)
      return { file, name, span, ...(nearest === undefined ? {} : { nearest }) }
    })
}

function deadLinks({ root, config, unread, routes, links }: AddressSources): DeadLinkFact[] {
  const { redirects = [], rewrites = [] } = config
  // A rule that is not known here could answer any of them.
  if (links.length === 0 || unread.includes('redirects') || unread.includes('rewrites')) return []
  const rules = [...redirects, ...rewrites].map(({ from }) => from)
  const paths = knownPaths(root, routes, rules)
  return links
    .filter(({ to }) => !paths.answers(to))
    .map(({ to, span }) => {
      const nearest = paths.nearest(to)
      return { to, span, ...(nearest === undefined ? {} : { nearest }) }
    })
}
