/** Every tag that constrains at every kind of type that it does not fit: each is an error that names the tag. */
import { describe, expect, it } from 'vitest'
import { deriveAll } from './derive-all.ts'

/** A type, and the kind of it that tags look at. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'string',
  'string pattern': '`id-${' + 'string}`',
  'branded string': 'string & { readonly __of: 1 }',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  'one text': "'a'",
  texts: "'a' | 'b'",
  numbers: '1 | 2',
  enum: 'Level',
  array: 'string[]',
  'readonly array': 'readonly number[]',
  tuple: '[string, number]',
  'tuple with a rest': '[string, ...number[]]',
  'type literal': '{ x: string }',
  interface: 'Item',
  'recursive interface': 'Tree',
  record: 'Record<string, string>',
  object: 'object',
  unknown: 'unknown',
  'tagged union': "{ kind: 'x' } | { kind: 'y' }",
  Date: 'Date',
  bigint: 'bigint',
  'bigint literals': '1n | 2n',
  URL: 'URL',
  bytes: 'Uint8Array',
  Set: 'Set<string>',
  Map: 'Map<string, string>',
}
const BESIDE = `enum Level { Low = 1, High = 'high' }
  interface Item { x: string }
  interface Tree { more?: Tree[] }`

const STRINGS = ['string', 'string pattern', 'branded string']
const LISTS = ['array', 'readonly array']
const TUPLES = ['tuple', 'tuple with a rest']

/** A value for each tag, and where it fits. */
const FITS: readonly (readonly [tag: string, kinds: readonly string[]])[] = [
  ['@integer', ['number']],
  ['@minimum 1', ['number']],
  ['@maximum 9', ['number']],
  ['@exclusiveMinimum 0', ['number']],
  ['@exclusiveMaximum 9', ['number']],
  ['@multipleOf 2', ['number']],
  ['@minLength 1', STRINGS],
  ['@maxLength 9', STRINGS],
  ['@pattern ^id', ['string', 'branded string']],
  ['@format email', STRINGS],
  ['@format money-minor-units', ['number']],
  ['@format date-time', [...STRINGS, 'Date']],
  ['@format uri', [...STRINGS, 'URL']],
  ['@format byte', [...STRINGS, 'bytes']],
  ['@minItems 1', [...LISTS, ...TUPLES]],
  ['@maxItems 9', [...LISTS, ...TUPLES]],
  ['@uniqueItems', LISTS],
]

/** Tags with a text that is invalid for nearly every type. */
const NO_VALUE: readonly (readonly [tag: string, fits: readonly string[]])[] = [
  // Text without quotes is a string.
  ['@default {"no": {"such": [1]}}', ['string', 'branded string', 'object', 'unknown']],
  ['@default', []],
  ['@integer 5', []],
  ['@minimum low', []],
  ['@minLength -1', []],
  ['@minLength 1.5', []],
  ['@multipleOf 0', []],
  ['@pattern [', []],
  ['@pattern [a-z]+ lower case letters', []],
  ['@pattern', []],
  ['@format', []],
  ['@uniqueItems no', []],
]

const TAGS = [...FITS, ...NO_VALUE]
/** One type for a tag, with a member of each kind. */
const CASES = TAGS.map(([tag]) => {
  const members = Object.values(KINDS).map((type, at) => `  /** ${tag} */\n  k${at}: ${type}`)
  return { code: `${BESIDE}\nexport interface Root {\n${members.join('\n')}\n}` }
})

describe('a tag', () => {
  const contracts = deriveAll(CASES)

  it.each(TAGS.map(([tag, kinds], index) => ({ tag, kinds, index })))(
    '$tag is an error wherever it does not fit',
    ({ tag, kinds, index }) => {
      const { diagnostics, schema } = contracts[index]!()
      const [name = ''] = tag.split(' ')
      const faults = diagnostics.filter(({ code }) => code === 'invalid-doc-tag')
      const refused = Object.keys(KINDS).filter((_, at) =>
        faults.some(({ message, severity, frame }) => {
          const isThis = message.includes(`"input.k${at}"`) && message.includes(name)
          return isThis && severity === 'error' && frame?.includes('^') === true
        }),
      )
      expect(refused).toEqual(Object.keys(KINDS).filter((kind) => !kinds.includes(kind)))
      expect(faults).toHaveLength(refused.length)
      expect(diagnostics.filter(({ code }) => !['invalid-doc-tag', 'untyped-member'].includes(code))).toEqual([])
      expect(schema).toEqual({ not: {} })
    },
  )
})
