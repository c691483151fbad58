/** Plans the URLs of a static site: every known page, and the URLs that redirects and rewrites add. */
import { getMessage } from '@fw/runtime/contract'
import { expandPathRule, type PathRule } from './expand-path-rule.ts'
import { createOutputNames } from './output-names.ts'
import { getPageFolder } from './page-file.ts'
import type { KnownPage, StaticApp } from './render-app.ts'
import type { SkippedRoute, StaticProblem } from './static-report.ts'

/** A URL to write. */
export interface PlannedPage {
  readonly path: string
  /** Relative to the output, with `/`. */
  readonly file: string
  /** File of the page's Markdown version, such as `blog/first.md`; `index.md` for `/`. */
  readonly twin: string
  /** Route file, relative to the app root; absent for a URL of a rule. */
  readonly route: string | undefined
}

interface SitePlan {
  readonly pages: readonly PlannedPage[]
  readonly skipped: readonly SkippedRoute[]
  readonly problems: readonly StaticProblem[]
  readonly warnings: readonly string[]
  /** Returns whether a file with this name exists already. */
  isTaken(file: string): boolean
}

/** Plans the pages. `routes`: route file by pattern. `taken`: files that are in the output already. */
export async function planPages(
  app: StaticApp,
  routes: Readonly<Record<string, string>>,
  taken: readonly string[],
): Promise<SitePlan> {
  const names = createOutputNames(taken, 'public/')
  const pages = new Map<string, PlannedPage & { readonly pattern: string }>()
  const skipped: SkippedRoute[] = []
  const problems: StaticProblem[] = []
  const warnings: string[] = []

  const add = (path: string, pattern: string, route: string | undefined, isHome = path === '/'): void => {
    const at = route === undefined ? undefined : { file: route }
    const before = pages.get(path)
    if (before !== undefined) {
      if (route === undefined) return // the page's own URL is handled by the rule
      if (before.pattern === pattern) warnings.push(`${route}: staticParams lists ${path} more than once.`)
      else problems.push({ message: `${path} belongs to ${before.pattern} too, which handles it.`, at })
      return
    }
    try {
      const folder = getPageFolder(path)
      const file = folder === '' ? 'index.html' : `${folder}/index.html`
      const twin = isHome ? `${folder === '' ? '' : `${folder}/`}index.md` : `${folder}.md`
      const conflict = names.claim(file, path) ?? names.claim(twin, `${path} as Markdown`)
      if (conflict === undefined) pages.set(path, { path, file, twin, route, pattern })
      else problems.push({ message: `${path} cannot be stored: ${conflict}.`, at })
    } catch (error) {
      problems.push({ message: `${path} cannot be stored: ${getMessage(error)}`, at })
    }
  }

  const known = await app.listPages()
  for (const { path, pattern, concrete, problem, barePath = path } of known) {
    const file = routes[pattern] ?? pattern
    if (problem !== undefined) {
      problems.push({ message: `${path}: ${problem}`, at: { file } })
      continue
    }
    // The Markdown version of `/` is `index.md`, in each language too.
    if (concrete) add(path, pattern, file, barePath === '/')
    else {
      skipped.push({ pattern, file })
      warnings.push(`${file}: no page of ${pattern} is written, since the route has no staticParams.`)
    }
  }
  for (const { barePath, prefixedPath, pattern, concrete } of known)
    for (const path of [barePath, prefixedPath])
      if (concrete && path !== undefined) add(path, `languages of ${pattern}`, undefined)
  const prefixes = listPrefixes(known)
  for (const { kind, rule } of listRules(app)) {
    const { paths, open } = expandPathRule(rule, concretePaths(known))
    for (const prefix of prefixes) for (const path of paths) add(prefix + path, `${kind} of ${rule.from}`, undefined)
    if (open) warnings.push(`The ${kind} of ${rule.from} to ${rule.to} is not written: its URLs are not known.`)
  }
  if (app.ignoresCsp)
    warnings.push(
      "csp is not part of a static site: its responses have no nonce. csp: { static: 'hash' } writes hashes.",
    )
  if (app.redirects.length > 0)
    warnings.push('Redirects are written as pages that forward the visitor: static hosts do not send their status.')
  return { pages: [...pages.values()], skipped, problems, warnings, isTaken: names.has }
}

/** Returns the pages' own paths, which rules name. */
function concretePaths(known: readonly KnownPage[]): readonly string[] {
  return [...new Set(known.flatMap(({ path, barePath = path, concrete }) => (concrete ? [barePath] : [])))]
}

/** Returns the languages in URLs, such as `/de`. The empty one is first: rules apply to URLs without a language too. */
function listPrefixes(known: readonly KnownPage[]): readonly string[] {
  const found = known.flatMap(({ path, barePath = path, concrete }) =>
    concrete ? [barePath === '/' ? path.replace(/\/$/, '') : path.slice(0, path.length - barePath.length)] : [],
  )
  return [...new Set(['', ...found])]
}

function listRules(app: StaticApp): readonly { readonly kind: 'redirect' | 'rewrite'; readonly rule: PathRule }[] {
  return [
    ...app.redirects.map((rule) => ({ kind: 'redirect', rule }) as const),
    ...app.rewrites.map((rule) => ({ kind: 'rewrite', rule }) as const),
  ]
}
