/** Pages whose addresses begin like those of a language: an international app has each page below every language already. */
import type { LocaleRouteFact, RouteFact } from '../diagnostic/facts.ts'

/** What a parameter is called that is to be the language. */
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
