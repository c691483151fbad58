/** Finds pages that no URL reaches, because something else handles each of their URLs first. */

import { existsSync, statSync } from 'node:fs'
import { coversPattern, type FwConfig, parsePattern, type Segment } from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS, createMatcher } from '@fw/runtime/tooling'
import type { SourceSpan } from '#model.ts'
import { join } from '#slash-path.ts'
import { isPattern } from './known-paths.ts'
import type { RouteFact } from './routes.ts'

/** A page that is unreachable, since something else handles all its URLs. */
export interface UnreachableRouteFact {
  readonly file: string
  readonly pattern: string
  readonly span: SourceSpan
  readonly by: 'redirect' | 'rewrite' | 'file' | 'route'
  /** The rule's `from`, the public file, or the file of the other route. */
  readonly other: string
}

export function unreachableRoutes(
  root: string,
  config: FwConfig,
  facts: readonly RouteFact[],
): readonly UnreachableRouteFact[] {
  const routes = facts
    .filter(({ problem }) => problem === undefined)
    .map((route) => ({ ...route, segments: parsePattern(route.pattern) }))
  const match = createRouteMatcher(routes)
  const targets = (config.rewrites ?? [])
    .map(({ to }) => to.split(/[?#]/)[0] ?? '')
    .filter(isPattern)
    .map(parsePattern)
  return routes.flatMap((route): UnreachableRouteFact[] => {
    const { file, span, pattern, segments } = route
    const found = (by: UnreachableRouteFact['by'], other: string): UnreachableRouteFact[] => [
      { file, pattern, span, by, other },
    ]
    const redirect = ruleOver(config.redirects, segments)
    if (redirect !== undefined) return found('redirect', redirect)
    const rewrite = ruleOver(config.rewrites, segments)
    // A page behind a rewrite is still shown if another rewrite leads to it.
    if (rewrite !== undefined && !targets.some((target) => coversPattern(segments, target)))
      return found('rewrite', rewrite)
    const path = staticPath(segments)
    if (path !== undefined && isFile(join(root, 'public', path))) return found('file', `public${path}`)
    const winners = match && listSamples(segments).map((sample) => match(sample)?.item.file)
    const [winner] = winners ?? []
    return winner !== undefined && winners?.every((one) => one !== undefined && one !== file) === true
      ? found('route', winner)
      : []
  })
}

type ParsedRoute = RouteFact & { readonly segments: readonly Segment[] }

/** Returns `undefined` if two routes match the same paths, which another rule reports. */
function createRouteMatcher(routes: readonly ParsedRoute[]) {
  const names = routes.flatMap(({ segments }) =>
    segments.flatMap((one) => (one.kind === 'static' ? [] : (one.matcher ?? []))),
  )
  // An app's matcher is assumed to accept only its own sample value, since its code doesn't run here.
  const own = names.filter((name) => !Object.hasOwn(BUILT_IN_MATCHERS, name))
  try {
    return createMatcher<ParsedRoute>(
      routes,
      Object.fromEntries(own.map((name) => [name, (value: string) => value === createSample(name)])),
    )
  } catch {
    return undefined
  }
}

/** Returns sample URLs of a page: with one and two segments for a rest, and with none if that is allowed. */
function listSamples(segments: readonly Segment[]): readonly (readonly string[])[] {
  let samples: readonly (readonly string[])[] = [[]]
  for (const segment of segments) {
    const value = segment.kind === 'static' ? segment.value : createSample(segment.matcher)
    const once = samples.map((sample) => [...sample, value])
    const twice = once.map((sample) => [...sample, value])
    const isRest = segment.kind === 'rest' || segment.kind === 'optional-rest'
    samples = [...(segment.kind === 'optional-rest' ? samples : []), ...once, ...(isRest ? twice : [])]
  }
  return samples
}

function createSample(matcher: string | undefined): string {
  if (matcher === 'integer') return '7'
  if (matcher === 'uuid') return '0b6c9e6e-6f5a-4c1e-9d2a-3f1c2b4a5d6e'
  return matcher === undefined ? '*' : `*${matcher}`
}

function ruleOver(
  rules: FwConfig['redirects'] | FwConfig['rewrites'],
  segments: readonly Segment[],
): string | undefined {
  return rules?.find(({ from }) => isPattern(from) && coversPattern(parsePattern(from), segments))?.from
}

function staticPath(segments: readonly Segment[]): string | undefined {
  const texts = segments.flatMap((segment) => (segment.kind === 'static' ? [segment.value] : []))
  return texts.length === segments.length && texts.length > 0 ? `/${texts.join('/')}` : undefined
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
