import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { formatMessage } from '../../../runtime/src/contract/page/format-message.ts'
import { compileMessage } from '../../../runtime/src/i18n/compile-message.ts'

const DATE = new Date('2026-03-09T15:04:05Z')

/** What `intl-messageformat` makes of them is what we make of them. */
const MESSAGES = [
  'plain text',
  "it''s '{quoted}' and it's not",
  'Hello {name}, {name}!',
  '{count, plural, =0 {none} one {# thing} two {two things} few {# few} many {# many} other {# things}}',
  '{count, plural, offset:1 =0 {nobody} =1 {{name}} one {{name} and # other} other {{name} and # others}}',
  '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  '{kind, select, tea {Tea} coffee {Coffee: {count, plural, one {# cup} other {# cups}}} other {{kind}}}',
  '{count, plural, one {one {kind, select, tea {tea #} other {?}}} other {# {kind, select, tea {teas #} other {?}}}}',
  '{count, number} {count, number, integer} {share, number, percent}',
  '{share, number, ::percent .00} {count, number, ::currency/EUR} {count, number, ::compact-short} {share, number, ::scale/100}',
  '{when, date} | {when, date, short} | {when, date, medium} | {when, date, long} | {when, date, full}',
  '{when, time} | {when, time, short} | {when, time, medium} | {when, time, long} | {when, time, full}',
  'a < b and <b>no tag</b>',
]
const LOCALES = ['en', 'de', 'ar', 'ru', 'pl', 'ja', 'he', 'pt-BR', 'cy']
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1234.5]

describe('messages', () => {
  test.each(LOCALES)('are filled as intl-messageformat fills them: %s', (locale) => {
    for (const message of MESSAGES)
      for (const count of COUNTS)
        for (const kind of ['tea', 'coffee', 'other', 'constructor']) {
          const values = { count, kind, name: 'Ada', share: count / 100, when: DATE }
          const judge = new IntlMessageFormat(message, locale, TIME_ZONE, { ignoreTag: true })
          const own = formatMessage(compileMessage(message, locale), values, { locale, timeZone: 'UTC' })
          expect(own, `${message} ${JSON.stringify(values)}`).toBe(judge.format(values))
        }
  })

  test('a missing value shows its name, with any name', () => {
    const place = { locale: 'en', timeZone: 'UTC' }
    const filled = (text: string, values = {}) => formatMessage(compileMessage(text, 'en'), values, place)
    expect(filled('{a} {b, number} {constructor} {c, plural, other {#}}', { a: null })).toBe(
      '{a} {b} {constructor} {c}',
    )
    expect(filled('{when, date}', { when: 'no date' })).toBe('no date')
    expect(filled('{n, plural, one {#} other {#s}}', { n: 12n })).toBe('12s')
  })

  test.each([
    ['{n, plural, one {x}}', /OTHER/],
    ['{n', /CLOSING_BRACE/],
    ['{}', /EMPTY_ARGUMENT/],
    ['{n, plural, one {#} one {#} other {#}}', /DUPLICATE/],
  ])('%s is not a message', (text, reason) => {
    expect(() => compileMessage(text, 'en')).toThrow(reason)
  })

  test('date skeletons select the displayed parts', () => {
    const skeletons = compileMessage('{when, date, ::yyyyMMMMdd} {when, time, ::Hmm}', 'de')
    expect(formatMessage(skeletons, { when: DATE }, { locale: 'de', timeZone: 'UTC' })).toBe('09. März 2026 15:04')
  })

  test('dates are of one time zone, wherever they are shown', () => {
    const message = compileMessage('{when, time, short}', 'de')
    expect(formatMessage(message, { when: DATE }, { locale: 'de', timeZone: 'Europe/Berlin' })).toBe('16:04')
    expect(formatMessage(message, { when: DATE.getTime() }, { locale: 'de', timeZone: 'Asia/Tokyo' })).toBe('00:04')
  })
})

/** The formats of the reference, with a time zone, for which it has no option. */
const TIME_ZONE = inUtc()

function inUtc() {
  const { date, time } = IntlMessageFormat.formats
  const withZone = (styles: Record<string, Intl.DateTimeFormatOptions>) =>
    Object.fromEntries(Object.entries(styles).map(([name, style]) => [name, { ...style, timeZone: 'UTC' }]))
  return { date: withZone(date), time: withZone(time) }
}
