/**
 * The URL paths of the app's pages, in the two forms that a document needs: a regular expression for the navigation
 * runtime, and URL patterns for speculation rules, which allow no regular expression.
 */
import type { RedirectRule, RewriteRule } from '#contract/config/config.ts'
import { LOCALE_PARAM } from '#contract/page/locale.ts'
import { isPrefixed, type LocaleUrls } from '#contract/page/locale-urls.ts'
import { parsePattern, type Segment } from '#contract/schema/pattern.ts'
import type { PageEntry } from './page-source.ts'

export interface PagePathsOptions {
  readonly redirects?: readonly RedirectRule[]
  readonly rewrites?: readonly RewriteRule[]
  /** With languages, each page is below each of them. Its bare path redirects, or is the page in the default language. */
  readonly i18n?: LocaleUrls
}

export interface PagePaths {
  /** Source of a regular expression for the path and the query of a URL. */
  readonly expression: string
  /** URL patterns of pages. */
  readonly patterns: readonly string[]
  /** URL patterns of addresses that redirect although a pattern of a page may match them. */
  readonly exceptions: readonly string[]
}

/** Collects the addresses at which the server renders a page, without those that only redirect. */
export function createPagePaths(
  entries: readonly Pick<PageEntry, 'pattern' | 'segments' | 'noDocument'>[],
  { redirects = [], rewrites = [], i18n }: PagePathsOptions,
): PagePaths {
  const rules = (list: readonly { readonly from: string }[]) => list.map(({ from }) => parsePattern(from))
  const pages = [
    ...rules(rewrites),
    ...entries.filter(({ noDocument }) => !noDocument).map(({ segments }) => segments),
  ].flatMap(expandOptionalRest)
  // A page with parameters that never shows a document must not exclude more specific pages.
  const redirecting = entries.filter(({ noDocument, pattern }) => noDocument && !pattern.includes('['))
  const excluded = [...rules(redirects), ...redirecting.map(({ segments }) => segments)].flatMap(expandOptionalRest)
  const prefixes = i18n?.locales.map((locale): readonly Segment[] =>
    isPrefixed(locale, i18n) ? [{ kind: 'static', value: locale }] : [],
  ) ?? [[]]
  const localize = (paths: readonly (readonly Segment[])[]) =>
    prefixes.flatMap((prefix) => paths.map((path) => [...prefix, ...path]))
  const exceptions = localize(excluded).map((path) => print(path, URL_PATTERN))
  return {
    expression: createExpression(pages, excluded, i18n),
    patterns: localize(pages).map((path) => print(path, URL_PATTERN)),
    exceptions: i18n === undefined ? exceptions : [...exceptions, ...listLocaleExceptions(i18n)],
  }
}

/** Links that redirect: they store a language, or contain a default language that isn't part of URLs. */
function listLocaleExceptions(i18n: LocaleUrls): readonly string[] {
  const { defaultLocale } = i18n
  const prefixed = isPrefixed(defaultLocale, i18n) ? [] : [`/${defaultLocale}`, `/${defaultLocale}/*`]
  return [`/*\\?*${LOCALE_PARAM}=*`, ...prefixed]
}

/** `/docs/[[...rest]]` is `/docs` and `/docs/[...rest]`. */
function expandOptionalRest(path: readonly Segment[]): readonly (readonly Segment[])[] {
  const last = path.at(-1)
  if (last?.kind !== 'optional-rest') return [path]
  const before = path.slice(0, -1)
  return [before, [...before, { ...last, kind: 'rest' }]]
}

function createExpression(
  pages: readonly (readonly Segment[])[],
  excluded: readonly (readonly Segment[])[],
  i18n: LocaleUrls | undefined,
): string {
  const anyOf = (paths: readonly (readonly Segment[])[]) =>
    `(?:${[...new Set(paths.map((path) => print(path, EXPRESSION)))].join('|')})`
  const unlessExcluded = excluded.length === 0 ? '' : `(?!${anyOf(excluded)}(?:\\?|$))`
  const bare = unlessExcluded + anyOf(pages)
  if (i18n === undefined) return `^${bare}(?:\\?|$)`
  // `/` of a language has no slash at its end.
  const inLocale = (paths: readonly (readonly Segment[])[]) => {
    const below = paths.filter((path) => path.length > 0)
    return below.length === paths.length ? anyOf(below) : below.length === 0 ? '' : `${anyOf(below)}?`
  }
  const printLocales = (locales: readonly string[]) => `/(?:${locales.map(escapeExpression).join('|')})`
  const prefixed = i18n.locales.filter((locale) => isPrefixed(locale, i18n))
  const except = excluded.length === 0 ? '' : `(?!${inLocale(excluded)}(?:\\?|$))`
  const alternatives = [
    ...(prefixed.length === 0 ? [] : [printLocales(prefixed) + except + inLocale(pages)]),
    ...(prefixed.length === i18n.locales.length ? [] : [`(?!${printLocales(i18n.locales)}(?:[/?]|$))${bare}`]),
  ]
  return `^(?:${alternatives.join('|')})(?:\\?(?!.*${LOCALE_PARAM}=)|$)`
}

interface Notation {
  escapeText(text: string): string
  readonly param: (index: number) => string
  readonly rest: (index: number) => string
}

const escapeExpression = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\\/', '/')

const EXPRESSION: Notation = {
  escapeText: escapeExpression,
  param: () => '/[^/?]+',
  rest: () => '(?:/[^/?]+)+',
}

const URL_PATTERN: Notation = {
  escapeText: (text) => text.replace(/[\\+*?:{}()]/g, '\\$&'),
  param: (index) => `/:p${index}`,
  rest: (index) => `/:p${index}+`,
}

function print(path: readonly Segment[], { escapeText, param, rest }: Notation): string {
  const parts = path.map((segment, index) => {
    if (segment.kind === 'static') return `/${escapeText(encodeSegment(segment.value))}`
    return segment.kind === 'param' ? param(index) : rest(index)
  })
  return parts.join('') || '/'
}

/** Encodes a segment the way a browser prints it in the path of a link. */
function encodeSegment(value: string): string {
  return encodeURI(value).replace(/[?#]/g, encodeURIComponent)
}
