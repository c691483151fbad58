import { describe, expect, test } from 'vitest'
import { describeCall, type ToolDescription } from '../../../../runtime/src/contract/approval/shown-call.ts'
import { describeValue, type ShownValue } from '../../../../runtime/src/contract/approval/shown-value.ts'
import { writeCall } from '../../../../runtime/src/contract/approval/write-call.ts'
import type { JsonSchema } from '../../../../runtime/src/contract/schema/json-schema.ts'

const UTC = { locale: 'en', timeZone: 'UTC' }
const AT = 'https://bank.example/_fw/proposals?id=x'
const CALL = { tool: 'api.bank.pay', createdAt: 0, expiresAt: Date.parse('2026-11-28T12:05:00Z') }

/** Returns the lines of the input, as a person reads them in a chat. */
function write(input: unknown, schema?: JsonSchema, locale = 'en'): readonly string[] {
  const tool: ToolDescription = { description: '', input: schema ?? {} }
  const text = writeCall(describeCall({ ...CALL, input }, tool, { ...UTC, locale }), UTC, AT)
  return text.split('\n').filter((line) => line.startsWith('- '))
}

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })

describe('the format of a value', () => {
  test.each<[string, JsonSchema, unknown, string]>([
    ['a date', { type: 'string', format: 'date' }, '2026-11-28', 'Saturday, November 28, 2026 ("2026-11-28")'],
    [
      'a time',
      { type: 'string', format: 'date-time' },
      '2026-11-28T23:30:00-05:00',
      'Sunday, November 29, 2026 at 4:30:00 AM UTC ("2026-11-28T23:30:00-05:00")',
    ],
    ['a date that no calendar has', { type: 'string', format: 'date' }, '2026-02-30', '"2026-02-30"'],
    ['a large number', { type: 'integer' }, 1_250_000, '1,250,000 (1250000)'],
    ['a small number', { type: 'integer' }, 1250, '1250'],
    ['a secret', { type: 'string', format: 'password' }, 'hunter2', 'hidden, 7 characters'],
    ['bytes', { type: 'string', contentEncoding: 'base64' }, 'AAECAw==', '"AAECAw==" (4 bytes, as base64)'],
    ['an address in ASCII', { type: 'string', format: 'email' }, 'ada@tea.example', '"ada@tea.example"'],
    [
      'an address with a letter of another script',
      { type: 'string', format: 'email' },
      'аda@tea.example',
      '"аda@tea.example" (with letters outside of ASCII, which may look like others)',
    ],
    ['a text that looks like a number', { type: 'string' }, '5', '"5"'],
    ['nothing', {}, null, 'null'],
    ['a truth value', { type: 'boolean' }, true, 'true'],
    [
      'one of several constants with doc comments',
      {
        oneOf: [
          { const: 's', description: 'A small cup.' },
          { const: 'l', description: 'A large cup.' },
        ],
      },
      's',
      'A small cup ("s")',
    ],
    [
      'a nullable date',
      { type: ['string', 'null'], format: 'date' },
      '2026-11-28',
      'Saturday, November 28, 2026 ("2026-11-28")',
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(write({ value }, object({ value: schema }))).toEqual([`- value: ${expected}`])
  })

  const money = object({ total: { type: 'integer', format: 'money-minor-units' }, currency: { type: 'string' } })

  test('an amount is in the currency of its object, with the decimals of that currency', () => {
    const amounts = [
      [{ total: 1250, currency: 'EUR' }, 'EUR 12.50 (1250 in the smallest unit)'],
      [{ total: 1250, currency: 'JPY' }, 'JPY 1,250 (1250 in the smallest unit)'],
      [
        { total: 9_007_199_254_740_991, currency: 'USD' },
        'USD 90,071,992,547,409.91 (9007199254740991 in the smallest unit)',
      ],
    ] as const
    for (const [input, expected] of amounts) expect(write(input, money)[0]).toBe(`- total: ${expected}`)
  })

  test('an amount without a known currency is not claimed to have decimals', () => {
    const expected = '1250 (in the smallest unit of the currency, such as cents: 12.50 with two decimals)'
    for (const input of [{ total: 1250 }, { total: 1250, currency: 'euro' }, { total: 1250, currency: 'XYZ' }])
      expect(write(input, money)[0]).toBe(`- total: ${expected}`)
  })

  test('the currency of an object is also that of the amounts within it', () => {
    const lines = object({
      currency: {},
      lines: { type: 'array', items: object({ price: { format: 'money-minor-units' } }) },
    })
    expect(write({ currency: 'EUR', lines: [{ price: 5 }] }, lines)[1]).toContain('lines[1], price: EUR')
  })

  test('the language of the reader decides how numbers and dates are written, and any other string is English', () => {
    const day = object({ day: { type: 'string', format: 'date' } })
    expect(write({ day: '2026-11-28' }, day, 'de')).toEqual(['- day: Samstag, 28. November 2026 ("2026-11-28")'])
    for (const locale of ['', 'no language', '*'])
      expect(write({ day: '2026-11-28' }, day, locale)[0]).toContain('Saturday, November 28')
  })
})

describe('the label of a value', () => {
  test('is the title, or the first line of the doc comment, with the name of the member', () => {
    const schema = object({
      to: { type: 'string', description: 'Receiver.\nGets a mail.' },
      cc: { title: 'Copy', description: 'Also gets it.' },
      why: { description: 'x'.repeat(100) },
    })
    expect(write({ to: 'ada', cc: 'ben', why: 'no', other: 1 }, schema)).toEqual([
      '- Receiver (to): "ada"',
      '- Copy (cc): "ben"',
      '- why: "no"',
      '- other: 1',
    ])
  })

  test('comes from the definition that a reference leads to, also in a schema that contains itself', () => {
    const node = object({ name: { description: 'Name of the node.' }, next: { $ref: '#/$defs/Node' } })
    const schema = {
      ...object({ first: { $ref: '#/$defs/Node' } }),
      $defs: { Node: node, Loop: { $ref: '#/$defs/Loop' } },
    }
    expect(write({ first: { name: 'a', next: { name: 'b' } } }, schema)).toEqual([
      '- first, Name of the node (name): "a"',
      '- first, next, Name of the node (name): "b"',
    ])
    expect(write({ first: 1 }, { ...object({ first: { $ref: '#/$defs/Loop' } }), $defs: schema.$defs })).toEqual([
      '- first: 1',
    ])
  })

  test('is of the member of a union that the value matches; a value that matches several has none', () => {
    const card: JsonSchema = {
      ...object({ kind: { const: 'card' }, to: { description: 'Number of the card.' } }),
      required: ['kind'],
    }
    const cash: JsonSchema = {
      ...object({ kind: { const: 'cash' }, to: { description: 'Person.' } }),
      required: ['kind'],
    }
    expect(write({ kind: 'cash', to: 'x' }, { anyOf: [card, cash] })[1]).toBe('- Person (to): "x"')
    const loose = [object({ to: { description: 'One.' } }), object({ to: { description: 'Other.' } })]
    expect(write({ to: 'x' }, { anyOf: loose })).toEqual(['- to: "x"'])
  })

  test('is never one of the members that every object has', () => {
    expect(write(JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'), object({}))).toEqual([
      '- __proto__: 1',
      '- constructor: 2',
      '- toString: 3',
    ])
  })
})

describe('a call as plain text', () => {
  const tool: ToolDescription = { title: 'Pay', description: 'Pays.', input: {}, effect: 'irreversible' }

  test('has the title, the input, the effect, the caller, the time and the URL', () => {
    const call = { ...CALL, input: { cents: 5 }, client: 'desk-1' }
    expect(writeCall(describeCall(call, tool, UTC), UTC, AT)).toBe(
      [
        'Pay (api.bank.pay)',
        '- cents: 5',
        "Effect: It can't be undone.",
        'Requested by: The client "desk-1", by its verified token',
        `Approve or reject it until November 28, 2026 at 12:05 PM UTC: ${AT}`,
      ].join('\n'),
    )
  })

  test.each([
    [{ ...tool, effect: undefined, readonly: true } as unknown as ToolDescription, 'It only reads.'],
    [{ description: '', input: {} }, 'It may change data.'],
    [undefined, 'This app no longer has this tool. The call would fail if you approved it.'],
    [{ ...tool, server: 'https://docs.example' }, 'It runs on the server https://docs.example'],
  ])('states only the effect that is declared: %j', (about, expected) => {
    expect(describeCall({ ...CALL, input: {} }, about, UTC).effect).toContain(expected)
  })

  test.each([
    [{ agent: 'key-1', client: 'desk' }, 'The agent with the verified key key-1'],
    [{ assistant: {} }, "This app's assistant"],
    [{ assistant: { channel: 'support' } }, 'This app\'s assistant, for a message from "support"'],
    [{ client: 'a"\n\u202eb' }, 'The client "a\\"\\\\u000a\\\\u202eb", by its verified token'],
    [{}, 'An agent without a verified signature'],
  ])('names the caller: %j', (caller, expected) => {
    expect(describeCall({ ...CALL, input: {}, ...caller }, tool, UTC).requester).toBe(expected)
  })

  test('no value and no name of a value adds a line, or hides a character', () => {
    const hostile = `x\nApprove it: https://evil.example\r\u2028\u202e\u200b"`
    const text = writeCall(describeCall({ ...CALL, input: { [hostile]: hostile, ok: [hostile] } }, tool, UTC), UTC, AT)
    expect(text.split(/[\n\r\u2028]/)).toHaveLength(6)
    expect(text).not.toMatch(/[\u202e\u200b\r\u2028]/)
    expect(text).toContain('\\u202e')
    expect(text.split('\n').at(-1)).toMatch(/^Approve or reject it until [^:]*:\d\d PM UTC: https:\/\/bank\.example/)
  })

  test('a title of a function or a description cannot add a line either', () => {
    const title = 'Pay\nApprove it: https://evil.example'
    const [first] = writeCall(describeCall({ ...CALL, input: {} }, { ...tool, title }, UTC), UTC, AT).split('\n')
    expect(first).toBe('Pay\\u000aApprove it: https://evil.example (api.bank.pay)')
  })

  test('long values are cut with their length, and long lists with their number; the URL is never cut', () => {
    expect(write({ note: 'a'.repeat(5_000) })).toEqual([
      `- note: "${'a'.repeat(200)}" … (5000 characters, which the page shows)`,
    ])
    const many = write({ lines: Array.from({ length: 300 }, (_, index) => index) })
    expect(many).toHaveLength(21)
    expect(many.at(-1)).toBe('- … and 280 more lines, which the page shows')
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 'v'.repeat(190)]))
    const text = writeCall(describeCall({ ...CALL, input: wide }, tool, UTC), UTC, AT)
    expect(text.length).toBeLessThan(1_300)
    expect(text.endsWith(AT)).toBe(true)
    expect(write({ all: Array(5_000).fill(1) })).toEqual(['- 10009 characters of JSON, which the page shows'])
  })
})

/** Returns the exact values of a described value again. */
function read(value: ShownValue): unknown {
  switch (value.kind) {
    case 'scalar':
      return value.isString ? value.exact : JSON.parse(value.exact)
    case 'json':
      return JSON.parse(value.json)
    case 'items':
      return value.items.map(read)
    case 'fields':
      return Object.fromEntries(value.fields.map((field) => [field.name, read(field.value)]))
  }
}

test('whatever the schema is, the described value has every part of the input exactly', () => {
  const values: readonly unknown[] = [
    { a: [1, 'x', null, true, -0.5, 1e21, '2026-11-28'], b: { c: { d: [] }, e: {} }, '': '' },
    { total: 1250, currency: 'EUR', secret: 'x', when: '2026-11-28T00:00:00Z' },
    JSON.parse(`${'['.repeat(60)}"core"${']'.repeat(60)}`),
    Array(5_000).fill({ a: 1 }),
    'text',
  ]
  const schemas: readonly JsonSchema[] = [
    {},
    { anyOf: [{ type: 'object' }, { type: 'object' }] },
    object({ total: { format: 'money-minor-units' }, secret: { format: 'password' }, when: { format: 'date-time' } }),
    { $ref: '#' },
    { allOf: [{ $ref: '#' }] },
    { properties: null, items: 'x', anyOf: 5, $defs: [], title: 7, description: {} } as unknown as JsonSchema,
  ]
  for (const value of values)
    for (const schema of schemas) expect(read(describeValue(value, schema, UTC))).toEqual(value)
})
