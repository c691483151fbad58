/** Typed addresses of the app's own pages: a pattern that exists, with its parameters (spec: Route modules). */
import type { Registered } from './api.ts'
import { localeSource } from './locale.ts'
import { parsePattern, type Segment } from './pattern.ts'

/** The patterns of the app's pages, once `.fw/types` was written. */
export type RoutePattern = Registered<'routes', string> & string

type Matchers = Registered<'matchers', Record<never, never>>

/** What a matched value is: a type predicate of `src/matchers.ts` says it exactly. */
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

/** What `href` takes for a parameter: numbers where their text fits, the segments of a rest as a list too. */
type Given<Value> = Value extends `${bigint}` ? Value | number | bigint : Value | number | readonly string[]

/** The parameters that `href` takes. */
export type HrefParams<Pattern extends string> = {
  readonly [Key in keyof ParamsOf<Pattern>]: Given<ParamsOf<Pattern>[Key]>
}

type QueryValue = string | number | boolean | null | undefined

/** What follows the path of an address. */
export interface HrefOptions {
  /** Values of a list repeat their name; null and undefined are left out. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | URLSearchParams
  /** Without `#`. */
  readonly hash?: string
  /** In an international app: the language of the address. `false` for none: it leads to the language of whoever asks. Default: that of the page. */
  readonly locale?: (Registered<'locales', string> & string) | false
}

type HrefArguments<Pattern extends string> =
  Record<never, never> extends HrefParams<Pattern>
    ? [params?: HrefParams<Pattern>, options?: HrefOptions]
    : [params: HrefParams<Pattern>, options?: HrefOptions]

/**
 * The address of a page: `href('/orders/[id]', { id }, { query: { tab: 'items' } })`. Parameters are encoded. In an
 * international app it is of the page's language. Throws a `TypeError` for a parameter that is missing, or that no request could carry (empty, `.`, `..`, with a `/` in it).
 */
export function href<Pattern extends RoutePattern>(pattern: Pattern, ...rest: HrefArguments<Pattern>): string {
  const [params = {}, options = {}] = rest
  const values = params as Readonly<Record<string, unknown>> // `HrefArguments` holds callers to the pattern
  const parts = parsePattern(pattern).flatMap((segment) => printSegment(pattern, segment, values))
  const query = printQuery(options.query)
  const hash = options.hash === undefined || options.hash === '' ? '' : `#${encodeURIComponent(options.hash)}`
  const { locale = localeSource.read?.()?.locale } = options
  // A language that comes from a request must not become a host.
  if (locale && !/^[\w-]+$/.test(locale))
    throw new TypeError(`href("${pattern}") got the locale ${JSON.stringify(locale)}. Pass the name of a language.`)
  return `/${(locale ? [locale, ...parts] : parts).join('/')}${query === '' ? '' : `?${query}`}${hash}`
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
      throw new TypeError(`href("${pattern}") got "${text}" for "${name}": no path has such a segment.`)
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
