import { expect, test } from 'vitest'
import { chooseLocale } from '../../../runtime/src/i18n/choose-locale.ts'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'

const messages = { en: { a: { b: 'one' }, 'c.d': 'two' }, de: {} }
const good = { locales: ['en', 'de'], defaultLocale: 'en', messages }

test('nested and dotted keys are equivalent, and the default language is the fallback', () => {
  const i18n = defineI18n(good)
  expect(i18n.message('en', 'a.b')).toBe('one')
  expect(i18n.message('de', 'c.d')).toBe('two')
  expect(i18n.message('de', 'a')).toBeUndefined()
  expect(i18n.message('de', 'constructor')).toBeUndefined()
  expect(i18n.timeZone).toBe('UTC')
})

test.each([
  [{ ...good, locales: [] }, /needs locales/],
  [{ ...good, locales: ['en', 'de_DE'] }, /"de_DE".*not a valid language tag/],
  [{ ...good, locales: ['en', 'DE'] }, /write "de"/],
  [{ ...good, locales: ['en', 'en'] }, /twice/],
  [{ ...good, defaultLocale: 'fr' }, /defaultLocale "fr"/],
  [{ ...good, messages: { en: {} } }, /no messages for "de"/],
  [{ ...good, messages: { ...messages, dee: {} } }, /Did you mean "de"/],
  [
    { ...good, prefixDefaultLocale: 'no' as never },
    /^defineI18n: prefixDefaultLocale is a string\. It must be a boolean\./,
  ],
  [
    { ...good, prefixDefaultLocales: false },
    /unknown option "prefixDefaultLocales"\. Did you mean "prefixDefaultLocale"\?/,
  ],
  [{ ...good, timeZone: 'Mars/Olympus' }, /timeZone "Mars\/Olympus"/],
])('an invalid definition is reported: %#', (definition, reason) => {
  expect(() => defineI18n(definition)).toThrow(reason)
})

test('an invalid ICU message names its key and language when it is first displayed', () => {
  const i18n = defineI18n({ ...good, messages: { en: { broken: '{a' }, de: {} } })
  expect(() => i18n.message('en', 'broken')).toThrow(/"broken" \(en\)/)
})

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa', 'rtl'],
  ['ur', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
  ['zh-Hant', 'ltr'],
])('%s is written %s', (locale, direction) => {
  expect(defineI18n({ locales: [locale], defaultLocale: locale, messages: { [locale]: {} } }).direction(locale)).toBe(
    direction,
  )
})

test.each([
  ['de', ['en', 'de'], 'de'],
  ['de-AT', ['en', 'de'], 'de'],
  ['fr;q=0.1, de;q=0.5', ['en', 'de', 'fr'], 'de'],
  ['de;q=0, en;q=0.1', ['de', 'en'], 'en'],
  ['zh-TW', ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
  ['zh-CN', ['zh-Hant', 'zh-Hans'], 'zh-Hans'],
  ['zh-Hant-TW', ['zh', 'en'], undefined],
  ['pt-PT', ['en', 'pt-BR'], 'pt-BR'],
  ['*', ['en', 'de'], undefined],
  ['*, de;q=0.5', ['en', 'de'], undefined],
  ['x'.repeat(9000), ['en'], undefined],
  // Too long for a language: its parts aren't compared one by one.
  [`de-${'b-'.repeat(8000)}c`, ['en', 'de'], undefined],
  [`de-${'b-'.repeat(8000)}c, en`, ['en', 'de'], 'en'],
  ['en;q=nonsense', ['en'], 'en'],
  [undefined, ['en'], undefined],
] as const)('accept-language %j of %j is %j', (header, locales, chosen) => {
  expect(chooseLocale(header, locales)).toBe(chosen)
})
