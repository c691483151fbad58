import type { RouteFact } from '#analyze/pages/routes.ts'
import { getMessages } from '#analyze/shared-facts.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** A page with a URL that begins with a language. */
interface LocaleRouteFact {
  readonly file: string
  /** The first segment of its pattern: `de`, `[locale]`. */
  readonly segment: string
  /** A language of the app; for a parameter the first one. */
  readonly locale: string
  /** For a parameter: the pattern without it. */
  readonly rest?: string
  /** The default language if its URLs don't contain it: the page has no URL in it. */
  readonly without?: string
  readonly span: SourceSpan
}

/** Every path begins with its language, so a folder for a language would repeat it. */
export const localeRoute = createRule({
  code: 'locale-route',
  number: 1098,
  severity: 'warning',
  title: 'Route is named after a language',
  messages: {
    name: '"/{segment}" is the home page of the language "{locale}", so the path of {file} begins with "/{locale}/{segment}". Every page has a path in each language: move the file out of the folder, or rename it.',
    unreachable:
      '"/{segment}" is the home page of the language "{locale}", and URLs in "{without}" don\'t contain it, so {file} has no URL in "{without}". Every page has a path in each language: move the file out of the folder, or rename it.',
    param:
      'The path of {file} begins with "/{locale}/{segment}", because the path of every page begins with its language. Move it to "{rest}", and get the language from useI18n().',
  },
  collect(app) {
    const { locales = [], unprefixedLocale } = getMessages(app).model ?? {}
    return findLocaleRoutes(app.outline.routes.facts, locales, unprefixedLocale)
  },
  check(facts, report) {
    for (const { file, segment, locale, rest, without, span } of facts)
      if (rest !== undefined) report('param', { span, data: { file, segment, locale, rest } })
      else if (without === undefined) report('name', { span, data: { file, segment, locale } })
      else report('unreachable', { span, data: { file, segment, locale, without } })
  },
})

/** Parameter names that mean a language. */
const LANGUAGE = /^\[(?:locale|lang|language)(?:=\w+)?\]$/

/** Finds pages whose own paths begin with a language: an international app has each page in every language already. */
export function findLocaleRoutes(
  routes: readonly RouteFact[],
  locales: readonly string[],
  unprefixed?: string,
): readonly LocaleRouteFact[] {
  const [first = unprefixed] = locales.filter((locale) => locale !== unprefixed)
  if (first === undefined) return []
  return routes.flatMap(({ file, pattern, span }): LocaleRouteFact[] => {
    const [, segment = '', ...more] = pattern.split('/')
    const locale = locales.find((one) => one.toLowerCase() === segment.toLowerCase())
    const without = unprefixed === undefined ? {} : { without: unprefixed }
    if (locale !== undefined) return [{ file, segment, locale, ...without, span }]
    return LANGUAGE.test(segment) ? [{ file, segment, locale: first, rest: `/${more.join('/')}`, span }] : []
  })
}
