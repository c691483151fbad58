import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMAT_NAMES, hasFormat } from '../../../../runtime/src/contract/page/format.ts'

const ajv = new Ajv2020({ strict: false })
// The package is CommonJS: its default export is the module in one resolver and the function in another.
const formats = 'default' in addFormats ? addFormats.default : addFormats
formats(ajv as never)

/** Texts on both sides of each border. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'date-time': [
    '2026-01-31T12:00:00Z',
    '2026-01-31t12:00:00.123456z',
    '2026-01-31T12:00:00+02:00',
    '2026-02-29T00:00:00Z',
    '2024-02-29T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31',
    '2026-13-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-31T12:00Z',
    '２026-01-31T12:00:00Z',
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '+2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00,5Z',
    '2026-01-31T12:00:00-23:59',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00+02:60',
    ' 2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00Z\n',
    '2026-01-31T12:00:61Z',
    '2026-1-31T12:00:00Z',
    '',
  ],
  date: [
    '2026-01-31',
    '2026-02-29',
    '2024-02-29',
    '1900-02-29',
    '2000-02-29',
    '2026-00-10',
    '2026-1-31',
    '2026-04-31',
    'x',
    '2026-01-31 ',
    '20260131',
    '2026-00-00',
    '2026-12-31',
    '02026-01-01',
  ],
  time: ['12:00:00Z', '12:00:00.5+01:30', '23:59:59-00:00', '24:00:00Z', '12:60:00Z', '12:00Z', '12:00:00', ''],
  duration: [
    'P1D',
    'PT1H30M',
    'P1Y2M3DT4H5M6S',
    'P2W',
    'P',
    'PT',
    'P1DT',
    'P1W2D',
    '1D',
    'PT1D',
    'P1S',
    'PT1.5S',
    '-P1D',
    'P1Y2D',
    'p1d',
    'P1D ',
    'PT0S',
  ],
  email: [
    'a@b.example',
    'a.b+c@d.example',
    'a@b',
    'a@',
    '@b.example',
    'a@@b.example',
    'a..b@c.example',
    '.a@b.example',
    'a b@c.example',
    'a@b',
    'root@localhost',
    '"a b"@c.example',
    'a@[127.0.0.1]',
    "o'brien!#$%&*+/=?^_`{|}~-@b.example",
    'a.@b.example',
    'a@b..example',
    'a@-b.example',
    'a@b-.example',
    'a@b.example ',
    'é@b.example',
    'a@é.example',
    'A@B.EXAMPLE',
    'a@b.c',
    'a@1.2.3.4',
    '',
  ],
  hostname: [
    'example',
    'a.b.example',
    'xn--4gbwdl.xn--wgbh1c',
    '-a.example',
    'a-.example',
    'a..example',
    'a_b.example',
    `${'a'.repeat(64)}.example`,
    '',
  ],
  ipv4: [
    '1.2.3.4',
    '255.255.255.255',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '0x7f.0.0.1',
    '',
    '01.2.3.4',
    '1.2.3.04',
    '0.0.0.0',
    '00.0.0.0',
    '1.2.3.4 ',
    '１.2.3.4',
    '127.1',
  ],
  ipv6: [
    '::1',
    '::',
    '2001:db8::7',
    '::ffff:192.0.2.128',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:9',
    ':::1',
    '12345::',
    '1::2::3',
    'fe80::1%eth0',
    '',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1::8',
    '::ffff:1.2.3.04',
    '::1.2.3.4.5',
    '::ffff:256.1.1.1',
    'FFFF::ABCD',
    '[::1]',
    '1:2:3:4:5:6:1.2.3.4',
    '1.2.3.4',
    ':',
  ],
  uri: [
    'https://shop.example/a?b=1#c',
    'mailto:a@b.example',
    'urn:isbn:0451450523',
    '/path',
    'shop.example',
    'http://a b',
    'http://shop.example/<a>',
    'http:// shop.example',
    '',
    'http://é.example/',
    'http://shop.example/é',
    'http://shop.example/%zz',
    'http://shop.example/%C3%A9?q=%7B1%7D',
    'http://shop.example/[1]',
    'http://[::1]:8080/',
    'http://shop.example/a#b#c',
    'http://user:secret@shop.example:1/',
    'http://shop.example/{id}',
    'http://shop.example/a|b',
    'a:',
    'mailto:?subject=x',
    '//shop.example/',
    '#top',
    'HTTP://SHOP.EXAMPLE',
    'data:text/plain,hello',
    'javascript:alert(1)',
    '1http://a',
  ],
  'uri-reference': [
    'https://shop.example/a?b=1#c',
    '/path?page=2#top',
    '../a/b',
    '?q=1',
    '#top',
    '//shop.example/a',
    '',
    'a b',
    '/%zz',
    '/é',
    '\\\\server\\share',
    '/a{b}',
    '/a#b#c',
    'a/b:c',
  ],
  'uri-template': [
    '/orders/{id}',
    '/search{?q,page}',
    '/{+path}/here',
    '/{var:3}{list*}',
    '/{a.b}',
    '',
    '/{',
    '/}',
    '/{}',
    '/{a b}',
    '/{a,}',
    '/ a',
    '/%zz',
    '/é',
  ],
  regex: [
    '^a+$',
    '[a-z]{2,}',
    '(',
    '[',
    'a**',
    '\\p{L}',
    '(?<x>a)\\k<x>',
    '(?<=a)b',
    '\\',
    'a{2,1}',
    '^\\S(|(.|\\n)*\\S)\\Z',
  ],
  'json-pointer': ['', '/', '/a/0', '/a~0b~1c', '/~', '/~2', 'a', '#/a', '/a b/é', '//', '/a~'],
  'relative-json-pointer': ['0', '1/a', '0#', '10/a~1b', '', '-1', '01', '/a', '0##', '1a', '+1/a'],
  byte: ['', 'YQ==', 'YWI=', 'YWJj', 'YQ=', 'YQ', 'YWJ', 'Y', 'YQ==YQ==', 'YW Jj', '_-_-', '====', 'a==='],
  uuid: [
    '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d',
    '0B1F7B9E-6F0A-4C2B-9F65-6A3E3A5B1C2D',
    '0b1f7b9e6f0a4c2b9f656a3e3a5b1c2d',
    '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2',
    'g'.repeat(36),
  ],
}

/** What ajv-formats takes and the RFC does not, or what no `Date` or `URL` can be made of. */
const STRICTER: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['1998-12-31T23:59:60Z', '2026-01-31 12:00:00Z', '2026-01-31T12:00:00+0200', '2026-01-31T12:00:00+02'],
  time: ['23:59:60Z', '12:00:00+0100', '12:00:00+01'],
  email: [`${'a'.repeat(250)}@b.example`, `a@${'b'.repeat(64)}.example`],
  hostname: ['shop.example.'],
  uri: ['http://:80/', 'http://shop.example:99999/'],
  'uri-reference': ['1:2', ':a', '//"/'],
  uuid: ['urn:uuid:0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d'],
  regex: ['a{', '\\-', ']'],
  byte: ['YWJj\nYWJj', '_\nYWJj'],
}

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)'

/** The formats that are read character by character or in steps, as one pattern each, without the days of months. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  time: new RegExp(`^${TIME}$`),
  'date-time': new RegExp(`^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt]${TIME}$`),
  email: new RegExp(`^(?=.{0,254}$)${ATOM}(?:\\.${ATOM})*@(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`),
}

/** Texts around the borders of a pattern: one that fits, with some characters replaced, removed or added. */
function arbitraryText(format: string, pattern: RegExp): fc.Arbitrary<string> {
  const labels = fc.array(fc.stringMatching(/^[a-c-]{0,70}$/), { minLength: 1, maxLength: 4 })
  const fitting =
    format === 'email'
      ? labels.map((parts) => `a.b@${parts.join('.')}`)
      : fc.stringMatching(new RegExp(pattern.source.replaceAll('\\d+', '\\d{1,3}')))
  const character = fc.constantFrom(...'0123456789-:.+TtZz@ \n', '\uff12', '\u0154', '\0')
  const edit = fc.tuple(fc.nat(30), fc.nat(1), fc.oneof(fc.constant(''), character))
  return fc
    .tuple(fitting, fc.array(edit, { maxLength: 2 }))
    .map(([text, edits]) => edits.reduce((all, [at, gone, put]) => all.slice(0, at) + put + all.slice(at + gone), text))
}

function isDayOfMonth(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return day <= last.getUTCDate()
}

describe('formats', () => {
  it.each(Object.entries(PATTERNS))('%s accepts exactly the texts of its pattern', (format, pattern) => {
    const hasDate = format.startsWith('date')
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(arbitraryText(format, pattern), (text) => {
        const expected = pattern.test(text) && (!hasDate || isDayOfMonth(text))
        seen.add(expected)
        expect(hasFormat(format, text), JSON.stringify(text)).toBe(expected)
      }),
      { numRuns: 20_000, seed: 20_261_128 },
    )
    expect(seen.size).toBe(2)
  })

  it('regex has a longest text, since it is compiled', () => {
    expect(hasFormat('regex', 'a'.repeat(4096))).toBe(true)
    expect(hasFormat('regex', 'a'.repeat(4097))).toBe(false)
    expect(hasFormat('regex', `${'('.repeat(1_000_000)}${')'.repeat(1_000_000)}`)).toBe(false)
  })

  it.each(Object.entries(SAMPLES))('%s agrees with ajv-formats', (format, texts) => {
    const judge = ajv.compile({ type: 'string', format })
    const ours = texts.map((text) => [text, hasFormat(format, text)])
    expect(ours).toEqual(ours.map(([text]) => [text, judge(text)]))
    expect(new Set(ours.map(([, verdict]) => verdict)).size).toBe(2)
  })

  it.each(Object.entries(STRICTER))('%s is stricter than ajv-formats where it should be', (format, texts) => {
    const judge = ajv.compile({ type: 'string', format })
    for (const text of texts) {
      expect(judge(text), text).toBe(true)
      expect(hasFormat(format, text), text).toBe(false)
    }
  })

  it('every format that is checked has samples', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual([...FORMAT_NAMES].sort())
  })

  it('unknown formats only describe', () => {
    expect(hasFormat('color', 'anything')).toBe(true)
    expect(hasFormat('toString', 'anything')).toBe(true)
  })
})
