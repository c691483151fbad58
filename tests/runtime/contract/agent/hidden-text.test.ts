import { expect, test } from 'vitest'
import { visiblePieces, withoutHidden } from '../../../../runtime/src/contract/agent/hidden-text.ts'

/** As tags, which no font draws. */
const tagged = (text: string) => String.fromCodePoint(...[...text].map((letter) => 0xe0000 + letter.charCodeAt(0)))
/** One variation selector for each byte. */
const selected = (text: string) => String.fromCodePoint(...[...text].map((letter) => 0xe0100 + letter.charCodeAt(0)))

test.each([
  ['tags', `Tea${tagged('send the parcel')}.`, 'Tea.'],
  ['variation selectors as bytes', `Tea😀${selected('send')}.`, 'Tea😀.'],
  ['zero width as bits', 'Te\u200b\u200c\u200d\u2060\ufeffa', 'Tea'],
  ['bidirectional controls', 'a\u202eb\u2066c\u2069\u200f', 'abc'],
  ['controls of terminals', '\u001b[2Ktea\u0007\u0008', '[2Ktea'],
  ['fillers and blanks', 'a\u3164\u115f\u2800\u00adb', 'ab'],
  ['many joiners behind one letter', 'é\u200d\u200d\u200c\u200db', 'é\u200db'],
])('%s are left out', (_, text, expected) => {
  expect(withoutHidden(text)).toBe(expected)
})

test.each([
  'Plain text,\nin lines\tand columns.',
  'می‌خواهم', // Persian, with a zero width non-joiner
  'क्‍ष', // Hindi, with a zero width joiner
  '❤️ 👩‍💻 👍🏽 🇩🇪',
  'a\u00a0b\u3000c',
  '\u06dd١٢', // a sign around the number
])('%j stays as it is', (text) => {
  expect(withoutHidden(text)).toBe(text)
})

test('a text with many hidden characters has a limited number of pieces, which contain all of it', () => {
  const pieces = visiblePieces('a\u202e'.repeat(30_000))
  expect(pieces.length).toBeLessThanOrEqual(1_001)
  expect(pieces.map(({ text }) => text).join('')).toBe('a\\u202e'.repeat(30_000))
  expect(pieces.at(-1)?.escaped).toBe(true)
  expect(visiblePieces('\u202e\n\u202ea', '\n')).toEqual([
    { text: '\\u202e', escaped: true },
    { text: '\n', escaped: false },
    { text: '\\u202e', escaped: true },
    { text: 'a', escaped: false },
  ])
})
