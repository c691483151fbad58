import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { hasFormat } from '../../../runtime/src/contract/format.ts'

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
  ],
  time: ['12:00:00Z', '12:00:00.5+01:30', '23:59:59-00:00', '24:00:00Z', '12:60:00Z', '12:00Z', '12:00:00', ''],
  duration: ['P1D', 'PT1H30M', 'P1Y2M3DT4H5M6S', 'P2W', 'P', 'PT', 'P1DT', 'P1W2D', '1D', 'PT1D', 'P1S'],
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
  ipv4: ['1.2.3.4', '255.255.255.255', '256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.', '0x7f.0.0.1', ''],
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
  ],
  uuid: [
    '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d',
    '0B1F7B9E-6F0A-4C2B-9F65-6A3E3A5B1C2D',
    '0b1f7b9e6f0a4c2b9f656a3e3a5b1c2d',
    '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2',
    'g'.repeat(36),
  ],
}

/** Where ajv-formats is stricter: it wants a dot in the host, which RFC 5321 does not (`root@localhost`). */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = { email: ['a@b'] }

describe('formats', () => {
  it.each(Object.entries(SAMPLES))('%s agrees with ajv-formats', (format, texts) => {
    const judge = ajv.compile({ type: 'string', format })
    const known = DIFFERENT[format] ?? []
    const ours = texts.filter((text) => !known.includes(text)).map((text) => [text, hasFormat(format, text)])
    expect(ours).toEqual(ours.map(([text]) => [text, judge(text)]))
    expect(new Set(ours.map(([, verdict]) => verdict)).size).toBe(2)
  })

  it('leap seconds and a space for the T are refused: no Date can be made of them', () => {
    expect(hasFormat('date-time', '1998-12-31T23:59:60Z')).toBe(false)
    expect(hasFormat('date-time', '2026-01-31 12:00:00Z')).toBe(false)
  })

  it('unknown formats only describe', () => {
    expect(hasFormat('color', 'anything')).toBe(true)
    expect(hasFormat('toString', 'anything')).toBe(true)
  })
})
