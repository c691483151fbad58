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
    param:
      'The path of {file} begins with "/{locale}/{segment}", because the path of every page begins with its language. Move it to "{rest}", and get the language from useI18n().',
  },
  collect: (app) => findLocaleRoutes(app.outline.routes.facts, getMessages(app).model?.locales ?? []),
  check(facts, report) {
    for (const { file, segment, locale, rest, span } of facts)
      if (rest === undefined) report('name', { span, data: { file, segment, locale } })
      else report('param', { span, data: { file, segment, locale, rest } })
  },
})

/** Parameter names that mean a language. */
const LANGUAGE = /^\[(?:locale|lang|language)(?:=\w+)?\]$/

/** Finds pages whose URLs begin with a language: an international app has each page in every language already. */
export function findLocaleRoutes(routes: readonly RouteFact[], locales: readonly string[]): readonly LocaleRouteFact[] {
  const [first] = locales
  if (first === undefined) return []
  return routes.flatMap(({ file, pattern, span }): LocaleRouteFact[] => {
    const [, segment = '', ...more] = pattern.split('/')
    const locale = locales.find((one) => one.toLowerCase() === segment.toLowerCase())
    if (locale !== undefined) return [{ file, segment, locale, span }]
    return LANGUAGE.test(segment) ? [{ file, segment, locale: first, rest: `/${more.join('/')}`, span }] : []
  })
}
