import { createRule } from '../diagnostic/rule.ts'

/** The languages are in front of every page: a folder for one of them stands behind them again. */
export const localeRoute = createRule({
  code: 'locale-route',
  number: 1098,
  severity: 'warning',
  title: 'A page is named like a language',
  messages: {
    name: '"/{segment}" is the home of the language "{locale}", so {file} is only shown below a language, as "/{locale}/{segment}". Pages stand below every language by themselves: move it out of the folder, or call it something else.',
    param:
      'Pages stand below every language by themselves: {file} is shown as "/{locale}/{segment}". Move it to "{rest}", and ask useI18n() for the language.',
  },
  check({ localeRoutes }, report) {
    for (const { file, segment, locale, rest, span } of localeRoutes)
      if (rest === undefined) report('name', { span, data: { file, segment, locale } })
      else report('param', { span, data: { file, segment, locale, rest } })
  },
})
