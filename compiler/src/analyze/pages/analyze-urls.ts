/**
 * The URLs that an app's sources contain: rules, matchers of route files, and links, each checked against the pages.
 */

import { type FwConfig, nearestName, parsePattern } from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS } from '@fw/runtime/tooling'
import type { SourceSpan } from '#model.ts'
import type { LinkPlace } from './analyzed-components.ts'
import { type KnownPaths, knownPaths } from './known-paths.ts'
import type { PathRuleFact } from './path-rules.ts'
import { analyzePathRules, type PlaceOf } from './path-rules.ts'
import type { RouteFact } from './routes.ts'

/** A literal link that no part of the app handles. */
export interface DeadLinkFact {
  readonly to: string
  readonly span: SourceSpan
  /** The most similar existing path. */
  readonly nearest?: string
}

/** A matcher in the name of a route file that `src/matchers.ts` doesn't export. */
export interface MatcherFact {
  readonly file: string
  readonly name: string
  readonly span: SourceSpan
  readonly nearest?: string
}

interface UrlSources {
  readonly root: string
  readonly config: FwConfig
  /** Fields of the configuration whose value can't be read without running it. */
  readonly unread: readonly string[]
  readonly placeOf: PlaceOf
  /** Returns the content of a file, relative to the root. */
  textOf(file: string): string | undefined
  readonly routes: readonly RouteFact[]
  /** Names that `src/matchers.ts` exports; undefined if they are known only at run time. */
  readonly matchers: readonly string[] | undefined
  readonly links: readonly LinkPlace[]
}

interface AnalyzedUrls {
  readonly pathRules: readonly PathRuleFact[]
  readonly unknownMatchers: readonly MatcherFact[]
  readonly deadLinks: readonly DeadLinkFact[]
}

/** The result without links, which are checked separately whenever they change. */
export interface AppUrls extends Omit<AnalyzedUrls, 'deadLinks'> {
  deadLinks(links: readonly LinkPlace[]): readonly DeadLinkFact[]
}

export function analyzeUrls({ links, ...sources }: UrlSources): AnalyzedUrls {
  const { deadLinks, ...found } = readUrls(sources)
  return { ...found, deadLinks: deadLinks(links) }
}

export function readUrls(sources: Omit<UrlSources, 'links'>): AppUrls {
  const { config, routes, matchers, placeOf, textOf } = sources
  return {
    pathRules: analyzePathRules(config, routes, matchers, { placeOf, textOf }),
    unknownMatchers: matchers === undefined ? [] : routes.flatMap((route) => unknownMatchers(route, matchers)),
    deadLinks: linkTest(sources),
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

function linkTest({ root, config, unread, routes }: Omit<UrlSources, 'links'>): AppUrls['deadLinks'] {
  const { redirects = [], rewrites = [] } = config
  // A rule that can't be read here could match any link.
  if (unread.includes('redirects') || unread.includes('rewrites')) return () => []
  const rules = [...redirects, ...rewrites].map(({ from }) => from)
  let paths: KnownPaths | undefined
  return (links) => {
    if (links.length === 0) return []
    const known = paths ?? knownPaths(root, routes, rules)
    paths = known
    return links
      .filter(({ to }) => !known.handles(to))
      .map(({ to, span }) => {
        const nearest = known.nearest(to)
        return { to, span, ...(nearest === undefined ? {} : { nearest }) }
      })
  }
}
