/**
 * Redirects and rewrites: both sides use the route grammar, and the first declared match wins. Data of a request is
 * only inserted as encoded segments, so that no captured parameter can change the destination of a rule.
 */
import { normalizeAppPath } from '#contract/http/app-path.ts'
import { isFrameworkPath } from '#contract/http/endpoint.ts'
import type { Params } from '#contract/page/page.ts'
import { parsePattern, type Segment } from '#contract/schema/pattern.ts'
import { createMatcher, type Matchers } from './match-route.ts'

/**
 * A rule from a path to a target. Parameters of `from` are inserted into `to` in the same form: `/blog/[slug]` to
 * `/articles/[slug]`.
 */
interface PathRule {
  readonly from: string
  readonly to: string
}

/** A matched rule. */
interface RuleMatch<Rule> {
  readonly rule: Rule
  /** `to` with its parameters filled in and encoded: a path, or a URL if the rule has one. */
  readonly target: string
}

/** Returns the first declared rule that matches decoded segments. */
export type RuleFinder<Rule> = (segments: readonly string[]) => RuleMatch<Rule> | undefined

interface Compiled<Rule> {
  readonly rule: Rule
  readonly match: (segments: readonly string[]) => Params | undefined
  readonly print: (params: Params) => string
}

/**
 * Compiles rules. Throws a `TypeError` that names the rule if a pattern is malformed, a matcher is unknown, or `to` uses a
 * parameter that `from` doesn't capture.
 */
export function compileRules<Rule extends PathRule>(rules: readonly Rule[], matchers?: Matchers): RuleFinder<Rule> {
  const fixed = new Map<string, number>()
  const open: (readonly [number, Compiled<Rule>])[] = []
  const all = rules.map((rule, index) => {
    const segments = parsePattern(rule.from)
    const compiled = {
      rule,
      match: createRuleMatcher(rule.from, segments, matchers),
      print: compileTarget(rule, segments),
    }
    if (segments.some(({ kind }) => kind !== 'static')) open.push([index, compiled])
    else if (!fixed.has(rule.from)) fixed.set(rule.from, index)
    return compiled
  })
  return (segments) => {
    // Rules without parameters are found by a lookup, however many there are. A rule with parameters counts if it is
    // declared earlier.
    const first = fixed.get(`/${segments.join('/')}`) ?? Number.POSITIVE_INFINITY
    for (const [index, compiled] of open) {
      if (index > first) break
      const params = compiled.match(segments)
      if (params !== undefined) return { rule: compiled.rule, target: compiled.print(params) }
    }
    const found = all[first]
    return found && { rule: found.rule, target: found.print({}) }
  }
}

/** Compiles rules whose target is a page of this app. Also throws for other origins and for the framework's own paths. */
export function compileRewrites<Rule extends PathRule>(rules: readonly Rule[], matchers?: Matchers): RuleFinder<Rule> {
  for (const { from, to } of rules) {
    if (!to.startsWith('/') || isFrameworkPath(`${to}/`))
      throw new TypeError(
        `The rewrite for "${from}" has the target "${to}". A rewrite shows a page of this app, so its target must be a path. Use a redirect for other targets.`,
      )
  }
  return compileRules(rules, matchers)
}

function createRuleMatcher(
  pattern: string,
  segments: readonly Segment[],
  matchers?: Matchers,
): Compiled<never>['match'] {
  const match = createMatcher([{ pattern, segments }], matchers)
  return (path) => match(path)?.params
}

/** Matches `https://host` of a target that is a URL, and the rest of it. */
const ABSOLUTE = /^(https?:\/\/[^/?#[\]\\]+)(.*)$/i
const CAPTURE = /\[\[\.\.\.([^\]]+)\]\]|\[\.\.\.([^\]]+)\]|\[([^\]]+)\]/g
const CAPTURE_WITH_SLASH = new RegExp(`(/?)(?:${CAPTURE.source})`, 'g')

function compileTarget(rule: PathRule, segments: readonly Segment[]): (params: Params) => string {
  const { from, to } = rule
  const [, origin = '', rest = to] = ABSOLUTE.exec(to) ?? []
  if (origin === '' ? normalizeAppPath(to.replace(CAPTURE, 'x')) === undefined : !/^(?:$|[/?#])/.test(rest))
    throw new TypeError(
      `The rule for "${from}" has the target "${to}". Write a path that begins with one "/", or an http(s) URL.`,
    )
  const captured = new Set(segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name])))
  const end = /[?#]/.exec(rest)?.index ?? rest.length
  const path = rest.slice(0, end)
  const suffix = rest.slice(end)
  for (const [, optional, many, one] of path.matchAll(CAPTURE)) {
    const name = optional ?? many ?? one ?? ''
    if (!captured.has(name))
      throw new TypeError(`The rule for "${from}" has the target "${to}", but "${from}" has no parameter "${name}".`)
  }
  if (/[[\]]/.test(path.replace(CAPTURE, '') + suffix))
    throw new TypeError(`The target "${to}" of the rule for "${from}" has a "[" or "]" that isn't part of a parameter.`)
  return (params) => {
    // An empty optional rest removes its slash too, so that the following text can't become a host.
    const filled = path.replace(CAPTURE_WITH_SLASH, (_, slash: string, optional, many, one) => {
      const value = params[optional ?? many ?? one] ?? ''
      return value === '' ? '' : slash + encodeCapture(value)
    })
    return origin + (filled === '' ? '/' : filled) + suffix
  }
}

/**
 * Encodes a parameter. A rest parameter retains its slashes; all other characters are encoded, so that it can't end its
 * segment.
 */
function encodeCapture(value: string): string {
  return value.split('/').map(encodeURIComponent).join('/')
}
