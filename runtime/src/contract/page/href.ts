/** Typed URLs of the app's own pages: an existing pattern with its parameters. */
import type { Registered } from '../api.ts'
import { parsePattern, type Segment } from '../schema/pattern.ts'
import { localeSource } from './locale.ts'
import { isPrefixed } from './locale-urls.ts'

/** The patterns of the app's pages, from `.fw/types`. */
export type RoutePattern = Registered<'routes', string> & string

/** The patterns of the folders that have a layout, from `.fw/types`. */
export type LayoutPattern = Registered<'layouts', string> & string

type Matchers = Registered<'matchers', Record<never, never>>

/** The type of a matched value, exact if the matcher in `src/matchers.ts` is a type predicate. */
type Matched<Name extends string> = Name extends keyof Matchers
  ? Guarded<Matchers[Name]>
  : Name extends 'integer'
    ? `${bigint}`
    : string

type Predicate<Value extends string> = (value: string) => value is Value
type Guarded<Matcher> = Matcher extends Predicate<infer Value> ? Value : string

type Named<Text extends string> = Text extends `${infer Name}=${infer Matcher}`
  ? { readonly [Key in Name]: Matched<Matcher> }
  : { readonly [Key in Text]: string }

type ParamsOfSegment<Part extends string> = Part extends `[[...${infer Name}]]`
  ? Partial<Named<Name>>
  : Part extends `[...${infer Name}]`
    ? Named<Name>
    : Part extends `[${infer Name}]`
      ? Named<Name>
      : unknown

type ParamsOfPath<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? ParamsOfSegment<Part> & ParamsOfPath<Rest>
  : ParamsOfSegment<Path>

/** The parameters of a pattern: `ParamsOf<'/orders/[id=integer]'>` is `{ readonly id: `${bigint}` }`. */
export type ParamsOf<Pattern extends string> = string extends Pattern
  ? Readonly<Record<string, string>>
  : { readonly [Key in keyof ParamsOfPath<Pattern>]: ParamsOfPath<Pattern>[Key] }

/**
 * The type that `href` accepts for a parameter: also numbers if the value is numeric, and a list for the segments of a rest
 * parameter.
 */
type Given<Value> = Value extends `${bigint}` ? Value | number | bigint : Value | number | readonly string[]

/** The parameters that `href` takes. */
export type HrefParams<Pattern extends string> = {
  readonly [Key in keyof ParamsOf<Pattern>]: Given<ParamsOf<Pattern>[Key]>
}

type QueryValue = string | number | boolean | null | undefined

/** The parts of a URL after its path. */
export interface HrefOptions {
  /** Values of a list repeat their name; null and undefined are omitted. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | URLSearchParams
  /** Without `#`. */
  readonly hash?: string
  /**
   * In an international app: the language of the URL. With `false` the URL has no language: it redirects to the visitor's,
   * or is the page in the default language with `prefixDefaultLocale: false`. Default: the language of the page.
   */
  readonly locale?: (Registered<'locales', string> & string) | false
}

type HrefArguments<Pattern extends string> =
  Record<never, never> extends HrefParams<Pattern>
    ? [params?: HrefParams<Pattern>, options?: HrefOptions]
    : [params: HrefParams<Pattern>, options?: HrefOptions]

/**
 * Returns the URL of a page: `href('/orders/[id]', { id }, { query: { tab: 'items' } })`. Parameters are encoded. In an
 * international app the URL has the language of the page.
 * @throws {TypeError} If a parameter is missing, or can't be part of a path (it is empty, `.` or `..`, or contains a `/`).
 */
export function href<Pattern extends RoutePattern>(pattern: Pattern, ...rest: HrefArguments<Pattern>): string {
  const [params = {}, options = {}] = rest
  const values = params as Readonly<Record<string, unknown>> // `HrefArguments` requires the parameters of the pattern
  const parts = parsePattern(pattern).flatMap((segment) => printSegment(pattern, segment, values))
  const query = printQuery(options.query)
  const hash = options.hash === undefined || options.hash === '' ? '' : `#${encodeURIComponent(options.hash)}`
  const page = localeSource.read?.()
  const { locale = page?.locale } = options
  // A language from a request must not become a host.
  if (locale && !/^[\w-]+$/.test(locale))
    throw new TypeError(
      `href("${pattern}") received the locale ${JSON.stringify(locale)}. Pass the name of a language.`,
    )
  const prefix = locale && (page === undefined || isPrefixed(locale, page)) ? [locale] : []
  return `/${[...prefix, ...parts].join('/')}${query === '' ? '' : `?${query}`}${hash}`
}

function printSegment(pattern: string, segment: Segment, values: Readonly<Record<string, unknown>>): readonly string[] {
  if (segment.kind === 'static') return [encodeURIComponent(segment.value)]
  const { kind, name } = segment
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined && kind === 'optional-rest') return []
  if (value === undefined || value === null) throw new TypeError(`href("${pattern}") needs the parameter "${name}".`)
  const texts = Array.isArray(value) ? value.map(String) : kind === 'param' ? [String(value)] : String(value).split('/')
  if (kind === 'optional-rest' && texts.join('') === '') return []
  for (const text of texts)
    if (text === '' || text === '.' || text === '..' || /[/\\]/.test(text))
      throw new TypeError(`href("${pattern}") received "${text}" for "${name}", which can't be a path segment.`)
  return texts.map(encodeURIComponent)
}

function printQuery(query: HrefOptions['query']): string {
  if (query === undefined || query instanceof URLSearchParams) return query?.toString() ?? ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) search.append(name, String(one))
  return search.toString()
}
