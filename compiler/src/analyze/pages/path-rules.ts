/** Checks redirects and rewrites of the configuration against the grammar, each other and the pages. */

import { coversPattern, type FwConfig, getMessage, parsePattern, type Segment } from '@fw/runtime/contract'
import { compileRewrites, compileRules } from '@fw/runtime/tooling'
import type { Fix, SourceSpan } from '#model.ts'
import { type RulePlace, type RuleSource, shadowFixes } from '../fixes/shadow-fixes.ts'
import { createTrustingMatchers, isPattern } from './known-paths.ts'
import type { RouteFact } from './routes.ts'

/** A redirect or rewrite of the configuration. */
export interface PathRuleFact {
  readonly from: string
  readonly to: string
  /** Absent if it isn't literal in the configuration. */
  readonly span?: SourceSpan
  /** Why it can't be compiled, or has an invalid target. */
  readonly problem?: string
  /** An earlier rule that matches all of its paths. */
  readonly behind?: string
  readonly fixes?: readonly Fix[]
}

/**
 * Returns the position of a member of the configuration, such as `redirects[0]`, or `undefined` if it isn't literal.
 */
export type PlaceOf = (path: string) => SourceSpan | undefined

/**
 * Analyzes the rules. `matchers`: names that `src/matchers.ts` exports; undefined if they are known only at run time.
 */
export function analyzePathRules(
  config: FwConfig,
  routes: readonly RouteFact[],
  matchers: readonly string[] | undefined,
  source: RuleSource,
): readonly PathRuleFact[] {
  const { placeOf } = source
  const pages = routes.filter(({ problem }) => problem === undefined).map(({ pattern }) => parsePattern(pattern))
  const earlier: (RulePlace & { readonly from: string; readonly segments: readonly Segment[] })[] = []
  const read = (kind: 'redirects' | 'rewrites') =>
    (config[kind] ?? []).map(({ from, to }, index): PathRuleFact => {
      const span = placeOf(`${kind}[${index}]`)
      const fact = { from, to, ...(span && { span }) }
      const problem = findProblem(kind, { from, to }, matchers)
      if (problem !== undefined) return { ...fact, problem }
      const segments = parsePattern(from)
      const first = earlier.find((rule) => coversPattern(rule.segments, segments))
      earlier.push({ from, segments, kind, index })
      if (first !== undefined)
        return { ...fact, behind: first.from, fixes: shadowFixes(source, { kind, index }, first) }
      const target = kind === 'rewrites' ? to.split(/[?#]/)[0] : undefined
      const leadsNowhere =
        target !== undefined && isPattern(target) && !pages.some((page) => mayMeet(parsePattern(target), page))
      return leadsNowhere
        ? { ...fact, problem: `The rewrite for "${from}" shows "${to}", which isn't a page of this app.` }
        : fact
    })
  // The order in which the server applies them.
  return [...read('redirects'), ...read('rewrites')]
}

function findProblem(
  kind: 'redirects' | 'rewrites',
  rule: { readonly from: string; readonly to: string },
  names: readonly string[] | undefined,
): string | undefined {
  try {
    const known =
      names === undefined ? createTrustingMatchers(parsePattern(rule.from)) : createPermissiveMatchers(names)
    if (kind === 'redirects') compileRules([rule], known)
    else compileRewrites([rule], known)
    return undefined
  } catch (error) {
    return getMessage(error)
  }
}

function createPermissiveMatchers(names: readonly string[]): Readonly<Record<string, () => boolean>> {
  return Object.fromEntries(names.map((name) => [name, () => true]))
}

/** Returns whether a path may match both: a capture may have any value. */
function mayMeet(target: readonly Segment[], page: readonly Segment[]): boolean {
  const [head, ...tail] = target
  const [other, ...others] = page
  if (head?.kind === 'optional-rest' || other?.kind === 'optional-rest') return true
  if (head === undefined || other === undefined) return head === other
  if (head.kind === 'rest' || other.kind === 'rest') return true
  if (head.kind === 'static' && other.kind === 'static' && head.value !== other.value) return false
  return mayMeet(tail, others)
}
