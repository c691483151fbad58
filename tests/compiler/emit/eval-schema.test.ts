import { Ajv } from 'ajv'
import { afterAll, expect, it } from 'vitest'
import { emitEvalSchema } from '../../../compiler/src/emit/eval-schema.ts'
import { deriveContract } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

const TYPES = `
interface Line { slug: string; /** @minimum 1 */ quantity: number }
interface Tree { name: string; below?: Tree[] }
export interface Order {
  lines: Line[]
  place: [zip: number, city: string]
  how?: 'post' | 'foot'
  tree?: Tree
  note?: { text: string } | { voice: boolean }
}
`

const app = temporaryApp({ 'src/order.ts': TYPES }, afterAll)
const { schema } = deriveContract({ file: `${app.root}/src/order.ts`, type: 'Order' })
const written = emitEvalSchema([
  { name: 'api.shop.order', description: 'Orders.', guard: 'confirm', input: schema },
  { name: 'api.shop.built', guard: 'auto' },
])
const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(written))
const found = (...steps: unknown[]) => {
  validate({ name: 'a', steps })
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n')
}

const ORDER = { lines: [{ slug: 'tea', quantity: 2 }], place: [5003, 'Bergen'] }
const order = (more: object, expect?: object) => ({ tool: 'api.shop.order', input: { ...ORDER, ...more }, expect })

it.each<[string, object]>([
  ['an input that fits', order({ how: 'post', tree: { name: 'a', below: [{ name: 'b', below: [] }] } })],
  ['references for a value of any kind', order({ lines: '$steps[0].result.lines', how: '$steps[0].result.how' })],
  ['references deep inside', order({ lines: [{ slug: '$steps[0].result.slug', quantity: '$steps[0].result.n' }] })],
  [
    'references in tuples, unions and types that refer to themselves',
    order({
      place: ['$steps[0].result.zip', 'Oslo'],
      note: { voice: '$steps[0].result.loud' },
      tree: { name: 'a', below: [{ name: 'b', below: '$steps[0].result.trees' }] },
    }),
  ],
  ['a step that is expected to fail', order({ lines: 'none', more: 1 }, { ok: false, status: 400 })],
  ['a tool whose input is not known', { tool: 'api.shop.built', input: { any: 1 } }],
  ['another spelling', { tool: 'shop__order', input: {} }],
  ['the other forms', { approve: '$steps[0].result.id', expect: { error: 'x', result: { $some: {} } } }],
  ['a turn', { turn: 'Hello', path: '/' }],
])('%s passes', (_, step) => {
  expect(found(step)).toBe('')
})

it.each<[string, object, string]>([
  ['a missing field', { tool: 'api.shop.order', input: {} }, "required property 'lines'"],
  ['an unknown field', order({ line: [] }), '/steps/0/input must NOT have additional properties'],
  ['a wrong value', order({ how: 'boat' }), '/steps/0/input/how must be equal to one of the allowed values'],
  ['a wrong value deep inside', order({ lines: [{ slug: 'tea', quantity: 0 }] }), '/quantity must be >= 1'],
  ['a wrong tuple', order({ place: [1, 2] }), '/steps/0/input/place/1 must be string'],
  ['a tuple that is too long', order({ place: [1, 'a', 3] }), '/steps/0/input/place must NOT have more'],
  ['half a reference', order({ lines: '$steps' }), '/steps/0/input/lines must match pattern'],
  ['two forms', { tool: 'x', turn: 'y' }, 'must match exactly one schema in oneOf'],
  ['a misspelled expectation', { turn: 'x', expect: { state: 1 } }, '/steps/0/expect must NOT have additional'],
])('%s is found', (_, step, words) => {
  expect(found(step)).toContain(words)
})

it('lists the names of the tools with their descriptions', () => {
  const { tool } = JSON.parse(written).$defs.step.properties
  expect(tool.anyOf[0]).toEqual({
    enum: ['api.shop.built', 'api.shop.order'],
    enumDescriptions: ['', '[confirm] Orders.'],
  })
})
