// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
/** Valid and invalid wire forms of types that aren't JSON, and the messages for the invalid ones. */

export interface CodecForms {
  readonly type: string
  readonly good: readonly unknown[]
  /** Message of `validate` for each value of `bad`. */
  readonly says: string
  readonly bad: readonly unknown[]
  /** Refused here, taken by ajv. */
  readonly ajvTakes?: readonly unknown[]
}

/** A record, as JSON makes it: `__proto__` is an own key. */
const json = (text: string): unknown => JSON.parse(text)

export const FORMS: readonly CodecForms[] = [
  {
    type: 'Date',
    good: [
      '2026-11-21T10:00:00Z',
      '2026-11-21t10:00:00z',
      '2026-11-21T10:00:00.1Z',
      '2026-11-21T10:00:00.123456789Z',
      '2026-11-21T10:00:00+00:00',
      '2026-11-21T10:00:00-23:59',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '2024-02-29T00:00:00Z',
    ],
    says: 'must be an RFC 3339 date-time, such as 2026-01-31T12:00:00Z',
    bad: [
      '2026-11-21T10:00:00',
      '2026-11-21',
      '10000-01-01T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-10T00:00:00Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T10:60:00Z',
      '2026-11-21T10:00Z',
      '2026-11-21T10:00:00.Z',
      '2026-11-21T10:00:00,5Z',
      '2026-11-21T10:00:00Z ',
      ' 2026-11-21T10:00:00Z',
      '2026-11-21T10:00:00+24:00',
      '2026-11-21T10:00:00Z\n',
      'Sat, 21 Nov 2026 10:00:00 GMT',
      '',
      0,
      1795255200000,
      null,
      true,
      {},
      [],
    ],
    // RFC 3339 has leap seconds and lets applications write a space; no `Date` is made of either. It has no other zones.
    ajvTakes: ['2016-12-31T23:59:60Z', '2026-11-21 10:00:00Z', '2026-11-21T10:00:00+0200', '2026-11-21T10:00:00+02'],
  },
  {
    type: 'bigint',
    good: ['0', '7', '-7', '9007199254740993', '-12345678901234567890', '1'.repeat(1000)],
    says: 'must be a whole number in a string of at most 4096 characters, such as "42"',
    bad: [
      '1e3',
      '-0',
      '007',
      '-01',
      '+1',
      '1n',
      '1.0',
      '1_000',
      '0x10',
      '',
      ' 1',
      '1 ',
      '1\n',
      '-',
      '１',
      1,
      null,
      [],
      {},
    ],
  },
  {
    type: 'URL',
    good: [
      'https://shop.example/',
      'https://shop.example',
      'HTTP://SHOP.EXAMPLE/a%20b?q=1#f',
      'javascript:alert(1)',
      'data:text/plain,hello',
      'mailto:a@b.example',
      'urn:isbn:0451450523',
      'http://[::1]:8080/',
      'file:///etc/hosts',
    ],
    says: 'must be an absolute URL, such as https://shop.example/',
    bad: [
      '/cart',
      'cart',
      '//shop.example/',
      '?q=1',
      '#f',
      '',
      'https://shop.example/a b',
      ' https://shop.example/',
      'https://shop.example/\n',
      'https://shop.example/ä',
      'https://shop.example/%zz',
      '1https://a.example',
      'https://shop.example/{id}',
      1,
      null,
      {},
      [],
    ],
    // A host must be there, and a port that exists, or `new URL` throws.
    ajvTakes: ['http://a:99999/', 'https://'],
  },
  {
    type: 'Uint8Array',
    good: ['', 'AA==', 'AAA=', 'AAAA', 'AQID', '+/+/', 'AB=='],
    says: 'must be a base64 string with its padding, such as "aGk="',
    bad: [
      '-_-_',
      'AA',
      'AAA',
      'A',
      'A===',
      'AA=',
      '====',
      '=',
      'AA==AAAA',
      'AAAA\n',
      'AA AA',
      ' AAAA',
      'AAAA AAAA',
      'AÄ==',
      1,
      null,
      [1, 2],
      { 0: 1 },
    ],
  },
  {
    type: 'Set<{ a: number; b?: string }>',
    good: [[], [{ a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1, b: '' }]],
    says: 'must not contain the same item twice',
    bad: [
      [{ a: 1 }, { a: 1 }],
      [
        { a: 1, b: 'x' },
        { b: 'x', a: 1 },
      ],
      [{ a: 2 }, { a: 1 }, { a: 2 }],
      [{ a: 0 }, { a: -0 }],
    ],
  },
  {
    type: 'Set<string[] | number | string | null>',
    good: [
      [1, '1'],
      [[], null],
      [['a'], ['b']],
      [[['a'].join()], 'a'],
    ],
    says: 'must not contain the same item twice',
    bad: [
      [1, 1],
      [null, null],
      [[], []],
      [['a', 'b'], 1, ['a', 'b']],
    ],
  },
  {
    type: 'Set<Date>',
    good: [[], ['2026-11-21T10:00:00Z'], ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z']],
    says: 'must be an array',
    bad: [{}, 'x', null, 1],
  },
  {
    type: 'Map<string, number>',
    good: [{}, { a: 1 }, { '': 1 }, { toString: 1, hasOwnProperty: 2 }, { 'a.b[0]': 1 }, { 1: 1, a: 2 }],
    says: 'must be an object',
    bad: [[], [['a', 1]], '', 1, null],
  },
  {
    type: 'Map<string, number>',
    good: [{ proto: 1 }],
    says: 'is a key that is never allowed',
    bad: [],
    // Own keys of these names are refused wherever they stand; JSON Schema knows nothing of them.
    ajvTakes: [json('{"__proto__":1}'), json('{"constructor":1}'), json('{"a":1,"prototype":1}')],
  },
  {
    type: 'Map<string, bigint>',
    good: [{ a: '1' }],
    says: 'must be a whole number in a string of at most 4096 characters, such as "42"',
    bad: [{ a: 1 }, { a: '01' }, { a: '1', b: null }],
  },
]

/** A type with codecs inside, a wire value of it, and the real value. */
export interface RoundTrip {
  readonly type: string
  readonly wire: unknown
  readonly real: unknown
}

const DAY = '2026-11-21T10:00:00.000Z'
const REAL_DAY = new Date(DAY)
const trip = (type: string, wire: unknown, real: unknown): RoundTrip => ({ type, wire, real })

export const ROUND_TRIPS: readonly RoundTrip[] = [
  trip('Date', DAY, REAL_DAY),
  trip('bigint', '-12345678901234567890', -12345678901234567890n),
  trip('URL', 'https://shop.example/a?b=c', new URL('https://shop.example/a?b=c')),
  trip('Uint8Array', 'AP8=', Uint8Array.of(0, 255)),
  trip('Set<string>', ['b', 'a'], new Set(['b', 'a'])),
  trip(
    'Map<string, number>',
    { b: 1, a: 2 },
    new Map([
      ['b', 1],
      ['a', 2],
    ]),
  ),
  trip('Set<bigint>', ['1', '2'], new Set([1n, 2n])),
  trip('Set<Date>', [DAY], new Set([REAL_DAY])),
  trip(
    'Map<string, Map<string, URL>>',
    { a: { b: 'https://a.example/' } },
    new Map([['a', new Map([['b', new URL('https://a.example/')]])]]),
  ),
  trip('Map<string, Set<Date>>', { a: [DAY] }, new Map([['a', new Set([REAL_DAY])]])),
  trip('Set<Map<string, bigint>>', [{ a: '1' }], new Set([new Map([['a', 1n]])])),
  trip('(Date | null)[]', [DAY, null], [REAL_DAY, null]),
  trip('Record<string, bigint>', { a: '1', b: '2' }, { a: 1n, b: 2n }),
  trip('[Date, number, ...bigint[]]', [DAY, 1, '2', '3'], [REAL_DAY, 1, 2n, 3n]),
  trip('[string, Date?]', ['a'], ['a']),
  trip('[string, Date?]', ['a', DAY], ['a', REAL_DAY]),
  trip('{ at?: Date; sum: bigint }', { sum: '1' }, { sum: 1n }),
  trip('{ at?: Date; sum: bigint }', { at: DAY, sum: '1' }, { at: REAL_DAY, sum: 1n }),
  trip('{ at: Date | null }', { at: null }, { at: null }),
  trip('{ a: { b: { c: Date }[] } }', { a: { b: [{ c: DAY }] } }, { a: { b: [{ c: REAL_DAY }] } }),
  trip('Date | { b: 1 }', { b: 1 }, { b: 1 }),
  trip('Date | { b: 1 }', DAY, REAL_DAY),
  trip('bigint | number', 5, 5),
  trip('bigint | number', '5', 5n),
  trip('Date | string', 'soon', 'soon'),
  trip('Date | string', DAY, REAL_DAY),
  trip('Set<number> | string', [1], new Set([1])),
  trip('Map<string, Date> | null', { a: DAY }, new Map([['a', REAL_DAY]])),
  trip("{ t: 'd'; at: Date } | { t: 's'; ids: Set<bigint> }", { t: 'd', at: DAY }, { t: 'd', at: REAL_DAY }),
  trip("{ t: 'd'; at: Date } | { t: 's'; ids: Set<bigint> }", { t: 's', ids: ['1'] }, { t: 's', ids: new Set([1n]) }),
  trip('{ at: Date } | { sum: bigint }', { sum: '1' }, { sum: 1n }),
  trip('Day', { a: [DAY, { b: DAY }] }, { a: [REAL_DAY, { b: REAL_DAY }] }),
  trip('Tree', { at: DAY, sub: [{ at: DAY, sub: [] }] }, { at: REAL_DAY, sub: [{ at: REAL_DAY, sub: [] }] }),
  trip('{ [key: `d-${string}`]: Date; name: string }', { name: 'a', 'd-1': DAY }, { name: 'a', 'd-1': REAL_DAY }),
  trip('Partial<Record<"a" | "b", Date>>', { b: DAY }, { b: REAL_DAY }),
  trip('readonly Uint8Array[]', ['', 'AQ=='], [new Uint8Array(), Uint8Array.of(1)]),
]
