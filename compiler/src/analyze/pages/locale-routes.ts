/**
 * Finds pages whose URLs begin with a language parameter: an international app has each page in every language already.
 */
import type { LocaleRouteFact, RouteFact } from '#diagnostic/facts.ts'

/** Parameter names that mean a language. */
const LANGUAGE = /^\[(?:locale|lang|language)(?:=\w+)?\]$/

export function localeRoutes(routes: readonly RouteFact[], locales: readonly string[]): readonly LocaleRouteFact[] {
  const [first] = locales
  if (first === undefined) return []
  return routes.flatMap(({ file, pattern, span }): LocaleRouteFact[] => {
    const [, segment = '', ...more] = pattern.split('/')
    const locale = locales.find((one) => one.toLowerCase() === segment.toLowerCase())
    if (locale !== undefined) return [{ file, segment, locale, span }]
    return LANGUAGE.test(segment) ? [{ file, segment, locale: first, rest: `/${more.join('/')}`, span }] : []
  })
}
