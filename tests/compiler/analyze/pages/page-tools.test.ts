import { expect, test } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import type { AppModel, ContractModel, IntentModel } from '../../../../compiler/src/model.ts'
import { temporaryApp } from '../../temporary-app.ts'

const CART = `
import { api, intent, int, type IntentCall, obj } from '@fw/runtime'
import type { Line } from '../line.ts'

export function Cart(props: { start: number }) {
  const add = intent('add', {
    description: 'Puts pieces of a product into the cart.',
    run({ input }: IntentCall<Line>) {
      return { lines: [input], at: new Date(0) }
    },
  })
  const named = intent<Line, number>('named', { description: 'Says how many pieces.', run: async ({ input }) => input.qty ?? 1 })
  const clear = intent('clear', { description: 'Empties the cart.', run() {} })
  const written = intent('written', { description: 'Gives the quantity back.', input: obj({ qty: int() }), run: ({ input }) => input.qty })
  const shared = intent('shared', definition)
  return <button onClick={() => add({ sku: 'a' })}>{props.start}<Row /></button>
}

const definition = { description: 'Shared.', run: ({ input }: IntentCall<{ by: number }>): { by: number } => input }

function Row() {
  const remove = intent('remove', { description: 'Removes a line.', run: async ({ input }: IntentCall<{ sku: string }>) => null })
  return <i onClick={() => remove({ sku: 'a' })} />
}
`
const LINE = `
export interface Line {
  /** What the product is called in the catalogue. */
  sku: string
  /** @minimum 1 @default 1 */
  qty?: number
}
`

const intentsOf = (model: AppModel) =>
  new Map(
    model.components.flatMap(({ intents }) => intents.map((intent): [string, IntentModel] => [intent.tool, intent])),
  )
const schemaOf = (contract: ContractModel | undefined) =>
  contract?.source === 'type' ? contract.schema : contract?.source

test('an intent gets its contract from the types of run, like an api', async () => {
  const app = temporaryApp({ 'src/line.ts': LINE, 'src/components/cart.tsx': CART })
  const { model, diagnostics } = await check({ root: app.root })
  expect(diagnostics).toEqual([])
  const intents = intentsOf(model)
  const line = {
    type: 'object',
    properties: {
      sku: { type: 'string', description: 'What the product is called in the catalogue.' },
      qty: { type: 'number', minimum: 1, default: 1 },
    },
    required: ['sku'],
    additionalProperties: false,
  }
  expect([...intents.keys()]).toEqual([
    'Cart.add',
    'Cart.named',
    'Cart.clear',
    'Cart.written',
    'Cart.shared',
    'Row.remove',
  ])
  expect(schemaOf(intents.get('Cart.add')?.input)).toEqual(line)
  expect(schemaOf(intents.get('Cart.add')?.output)).toMatchObject({
    properties: { at: { type: 'string', format: 'date-time' } },
    required: ['lines', 'at'],
  })
  expect(schemaOf(intents.get('Cart.named')?.input)).toEqual(line)
  expect(schemaOf(intents.get('Cart.named')?.output)).toEqual({ type: 'number' })
  expect(intents.get('Cart.clear')).toMatchObject({ input: { source: 'none' }, output: { source: 'none' } })
  expect(intents.get('Cart.written')).toMatchObject({ input: { source: 'schema' }, output: { source: 'type' } })
  expect(schemaOf(intents.get('Cart.shared')?.input)).toMatchObject({ required: ['by'] })
  expect(schemaOf(intents.get('Row.remove')?.input)).toMatchObject({ required: ['sku'] })
})

test('the actions of stores get contracts, wherever a store is defined', async () => {
  const app = temporaryApp({
    'src/line.ts': LINE,
    'src/stores.ts': `
import { defineStore, type StoreCall } from '@fw/runtime'
import type { Line } from './line.ts'
interface Cart { lines: Line[] }
export { theme as look } from './theme.ts'
export const cart = defineStore({ lines: [] } as Cart, {
  actions: {
    add: { description: 'Puts a product into the list.', run: ({ input, state, set }: StoreCall<Cart, Line>) => { set('lines', state.lines.length, input) } },
  },
})
export const other = 1
`,
    'src/theme.ts': `
import { defineStore, type StoreCall } from '@fw/runtime'
const paint = { description: 'Chooses the colours.', run: ({ input }: StoreCall<{ name: string }, { to: 'dark' | 'light' }>) => input.to }
const more = { paint }
export const theme = defineStore({ name: 'light' }, { actions: { ...more, wash: { description: 'Goes back to the first colours.', run() {} } } })
`,
  })
  const { model, diagnostics } = await check({ root: app.root })
  expect(diagnostics).toEqual([])
  const actions = new Map(model.stores?.flatMap((store) => store.actions.map((action) => [action.tool, action])))
  expect(model.stores?.map(({ alias, span }) => [alias, span.file])).toEqual([
    ['look', 'src/theme.ts'],
    ['cart', 'src/stores.ts'],
  ])
  expect(schemaOf(actions.get('cart.add')?.input)).toMatchObject({ required: ['sku'], additionalProperties: false })
  expect(actions.get('cart.add')?.output).toEqual({ source: 'none' })
  expect(schemaOf(actions.get('look.paint')?.input)).toMatchObject({ properties: { to: { enum: ['dark', 'light'] } } })
  expect(actions.get('look.wash')).toMatchObject({
    input: { source: 'none' },
    description: 'Goes back to the first colours.',
  })
})

test('a type error is reported for the intent or action, at its position', async () => {
  const app = temporaryApp({
    'src/components/cart.tsx': `
import { intent, type IntentCall } from '@fw/runtime'
export function Cart() {
  const one = intent('one', { description: 'One thing.', run: ({ input }: IntentCall<{ then: () => void }>) => null })
  const two = intent('two', { description: 'Two things.', run: ({ input }) => String(input) })
  const three = intent('three', { description: 'Three things.', run: ({ input }: IntentCall<string[]>) => input.length })
  const four = intent('four', { description: 'Four things.', guards: 'confirm', run: ({ input }: IntentCall<any>) => (input ? 1 : undefined) })
  return <button onClick={() => one()}>{two.name + three.name + four.name}</button>
}
`,
    'src/stores.ts': `
import { defineStore, type StoreCall } from '@fw/runtime'
interface Cart { lines: string[] }
export const cart = defineStore({ lines: [] } as Cart, {
  actions: { add: { description: 'Puts a product into the list.', run: ({ input }: StoreCall<Cart, { made: symbol }>) => { String(input) } } },
})
`,
  })
  const { diagnostics } = await check({ root: app.root })
  const told = diagnostics.map(({ code, message, span }) => [code, `${span?.file}:${span?.line}`, message])
  expect(told).toEqual([
    [
      'unrepresentable-type',
      'src/components/cart.tsx:4',
      expect.stringContaining('"input.then" of the intent Cart.one'),
    ],
    [
      'api-missing-contract',
      'src/components/cart.tsx:5',
      expect.stringContaining('({ input }: IntentCall<{ q: string }>)'),
    ],
    [
      'input-not-object',
      'src/components/cart.tsx:6',
      expect.stringContaining('The input of the intent Cart.three has the type "string[]"'),
    ],
    [
      'field-value',
      'src/components/cart.tsx:7',
      expect.stringContaining(`isn't a field of an intent. Did you mean "guard"?`),
    ],
    [
      'unrepresentable-type',
      'src/components/cart.tsx:7',
      expect.stringContaining('A function that never returns a value is valid'),
    ],
    [
      'any-input',
      'src/components/cart.tsx:7',
      expect.stringContaining('The input of the intent Cart.four has the type "any"'),
    ],
    [
      'unrepresentable-type',
      'src/stores.ts:5',
      expect.stringContaining('"input.made" of the action cart.add is the symbol'),
    ],
  ])
  expect(diagnostics.every(({ frame }) => frame?.includes('^'))).toBe(true)
})

test('actions have tool names that no other tool has on the wire', async () => {
  const app = temporaryApp({
    'src/server/cart.api.ts': `
import { api } from '@fw/runtime'
/** Puts one more piece into the cart of the visitor. */
export const add = api({ run: async () => ({ count: 1 }) })
`,
    'src/components/theme.tsx': `
import { intent } from '@fw/runtime'
export function Theme() {
  const flip = intent('flip', { description: 'Changes between dark and light.', run() {} })
  return <button onClick={() => flip()} />
}
`,
    'src/stores.ts': `
import { defineStore } from '@fw/runtime'
const flip = { description: 'Changes between day and night.', run() {} }
const options = { actions: { flip } }
export const cart = defineStore({}, { actions: { add: { description: 'Puts one more piece into it.', run() {} } } })
export const Theme = defineStore({}, options)
export const api = defineStore({}, { actions: { flip } })
export const prefs = defineStore({}, {
  actions: {
    set__all: { description: 'Replaces every preference.', run() {} },
    quietlyForgetEverythingThatTheVisitorHasEverChosenOnThisSite: { description: 'Starts over.', run() {} },
    wipe: { run() {} },
  },
})
`,
  })
  const { diagnostics } = await check({ root: app.root })
  const told = diagnostics.map(({ code, message, span }) => [code, span?.line, message])
  expect(told).toEqual([
    [
      'tool-name-collision',
      4,
      expect.stringContaining('Theme.flip is both an intent of a component and an action of a store'),
    ],
    [
      'tool-name-collision',
      5,
      'cart.add and api.cart.add have the same name "cart__add" for MCP clients and model providers. Rename one of them.',
    ],
    ['intent-name', 7, expect.stringContaining('A store can\'t be named "api"')],
    ['intent-name', 10, expect.stringContaining('The action name "set__all" contains "__"')],
    ['tool-name-length', 11, expect.stringContaining('has 67 characters')],
    ['missing-description', 12, expect.stringContaining('The action prefs.wipe has no description')],
  ])
})

test('a state that is exposed or persisted has a schema, and only exposed or persisted parts have to be JSON', async () => {
  const app = temporaryApp({
    'src/line.ts': LINE,
    'src/stores.ts': `
import { defineStore } from '@fw/runtime'
import type { Line } from './line.ts'
interface Cart { lines: Line[]; at: Date }
export const cart = defineStore({ lines: [], at: new Date(0) } as Cart, { expose: true })
export const mine = defineStore((ctx): Cart & { seen: RegExp } => ({ lines: [], at: new Date(0), seen: /a/ }), { expose: ['lines'] })
export const inferred = defineStore({ count: 1 }, { expose: true })
export const hidden = defineStore({ seen: /a/ }, { expose: false })
export const wrong = defineStore({ seen: /a/, deep: { only: Symbol() } }, { expose: ['deep'] })
export const kept = defineStore({ at: new Date(0) }, { persist: 'session' })
export const odd = defineStore({ n: 1, only: Symbol() }, { persist: 'local', expose: ['n'] })
export const paged = defineStore({ seen: /a/ }, { persist: 'page' })
`,
  })
  const { model, diagnostics } = await check({ root: app.root })
  const states = new Map(model.stores?.map(({ alias, state }) => [alias, schemaOf(state)]))
  expect(states.get('cart')).toMatchObject({
    properties: { lines: { items: { required: ['sku'] } }, at: { format: 'date-time' } },
    required: ['lines', 'at'],
  })
  expect(states.get('mine')).toMatchObject({ properties: { lines: { type: 'array' } } })
  expect(states.get('inferred')).toMatchObject({ properties: { count: { type: 'number' } } })
  expect(states.get('kept')).toMatchObject({ properties: { at: { format: 'date-time' } } })
  for (const alias of ['hidden', 'paged']) expect(states.get(alias)).toBeUndefined()
  expect(diagnostics.map(({ span, message }) => [span?.line, message])).toEqual([
    [9, expect.stringContaining('"state.deep.only" of the store wrong is the symbol')],
    [11, expect.stringContaining('"state.only" of the store odd is the symbol')],
  ])
})
