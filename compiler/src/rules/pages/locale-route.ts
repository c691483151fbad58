import { createRule } from '#diagnostic/rule.ts'

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
  check({ localeRoutes }, report) {
    for (const { file, segment, locale, rest, span } of localeRoutes)
      if (rest === undefined) report('name', { span, data: { file, segment, locale } })
      else report('param', { span, data: { file, segment, locale, rest } })
  },
})
