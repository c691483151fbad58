import { expect, it } from 'vitest'
import { compareContracts } from '../../../compiler/src/compatibility/compare-contracts.ts'
import { compareInputs } from '../../../compiler/src/compatibility/compare-sides.ts'
import type { ContractEntry } from '../../../compiler/src/compatibility/contract-change.ts'

const ENTRY: ContractEntry = {
  access: 'public',
  addresses: ['POST /_fw/api/cart.add'],
  guard: 'auto',
  input: { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'], additionalProperties: false },
  output: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
}

/** Returns the changes of an entry as text. */
function compare(before: Partial<ContractEntry>, after: Partial<ContractEntry>): readonly string[] {
  const changes = compareContracts(
    { 'api.cart.add': { ...ENTRY, ...before } },
    { 'api.cart.add': { ...ENTRY, ...after } },
  )
  return changes.map(({ verdict, kind, message }) => `${verdict} ${kind}: ${message}`)
}

it.each([
  ['auto', 'confirm', 'breaking guard: guard is confirm, was auto'],
  ['auto', 'forbidden', 'breaking guard: guard is forbidden, was auto'],
  ['confirm', 'forbidden', 'breaking guard: guard is forbidden, was confirm'],
  ['confirm', 'auto', 'notice guard: guard is auto, was confirm: agents need less approval'],
  ['forbidden', 'confirm', 'notice guard: guard is confirm, was forbidden: agents need less approval'],
  ['function', 'auto', 'notice guard: guard is auto, was function: agents need less approval'],
  ['function', 'confirm', "breaking guard: guard is confirm, was function, which can't be proven compatible"],
  ['auto', 'function', "breaking guard: guard is function, was auto, which can't be proven compatible"],
  ['function', 'forbidden', 'breaking guard: guard is forbidden, was function'],
] as const)('the guard %s becomes %s', (before, after, text) => {
  expect(compare({ guard: before }, { guard: after })).toEqual([text])
})

it.each([
  ['public', 'user', ['breaking access: access is user, was public']],
  ['user', 'public', ['notice access: access is public, was user: every caller may call it']],
  ['undecided', 'public', []],
  ['undecided', 'user', ['breaking access: access is user, was undecided']],
  ['user', 'function', ["breaking access: access is function, was user, which can't be proven compatible"]],
] as const)('the access %s becomes %s', (before, after, texts) => {
  expect(compare({ access: before }, { access: after })).toEqual(texts)
})

it('a scope that is needed breaks callers without it', () => {
  expect(compare({ scopes: ['a', 'b'] }, { scopes: ['b', 'c'] })).toEqual([
    'breaking scopes: needs the scope c now',
    'notice scopes: does not need the scope a anymore',
  ])
})

it('another address breaks clients; another name of a parameter does not', () => {
  const [own = ''] = ENTRY.addresses
  expect(compare({ addresses: [own, 'PUT /carts/[id]'] }, { addresses: [own, 'PUT /carts/[key]'] })).toEqual([])
  expect(compare({ addresses: [own, 'PUT /carts/[id]'] }, { addresses: [own, 'POST /carts/[id]'] })).toEqual([
    'breaking address: does not respond at PUT /carts/[id] anymore',
    'compatible address: responds at POST /carts/[id] now',
  ])
})

it('irreversible functions need approval, and functions that are not readonly do not respond to GET', () => {
  expect(compare({ readonly: true }, { effect: 'irreversible' })).toEqual([
    'breaking effect: is irreversible now: tainted agents need approval',
    'breaking readonly: is not readonly anymore: it does not respond to GET',
  ])
  expect(compare({ effect: 'irreversible' }, { readonly: true }).every((text) => text.startsWith('notice'))).toBe(true)
})

it('an input or output may be added or removed', () => {
  expect(compare({ input: undefined }, {})).toEqual([
    'breaking input-narrowed: is required now',
    'compatible input-widened: is accepted now',
  ])
  expect(compare({ output: undefined }, {})).toEqual(['compatible output-widened: returns a value now, was nothing'])
  expect(compare({}, { output: undefined })).toEqual(['breaking output-widened: returns nothing now'])
})

it('a default that changes, disappears or is new', () => {
  const limit = (value?: number) => ({
    input: {
      type: 'object',
      properties: { limit: { type: 'integer', ...(value !== undefined && { default: value }) } },
    },
  })
  expect(compare(limit(10), limit(20))).toEqual(['breaking default: default is 20, was 10'])
  expect(compare(limit(10), limit())).toEqual(['breaking default: default is none, was 10'])
  expect(compare(limit(), limit(10))).toEqual(['notice default: default is 10, was none'])
})

it('marks of untrusted content are a notice', () => {
  const text = (mark: boolean) => ({
    output: { type: 'object', properties: { text: { type: 'string', ...(mark && { 'x-fw-untrusted': true }) } } },
  })
  expect(compare(text(true), text(false))).toEqual(['notice untrusted: is not marked as untrusted anymore'])
  expect(compare(text(false), text(true))).toEqual(['notice untrusted: is marked as untrusted now'])
})

it('a function with the same contract in the same module is renamed, others are removed and added', () => {
  const renamed = compareContracts(
    { 'api.cart.add': ENTRY, 'api.cart.find': { ...ENTRY, guard: 'confirm' }, 'api.order.add': ENTRY },
    {
      'api.cart.put': { ...ENTRY, addresses: ['POST /_fw/api/cart.put'] },
      'api.cart.search': ENTRY,
      'api.stock.list': { ...ENTRY, guard: 'confirm' },
      'api.order.add': ENTRY,
    },
  )
  expect(renamed.map(({ function: name, kind, to }) => [name, kind, to])).toEqual([
    ['api.cart.add', 'renamed', 'api.cart.put'],
    ['api.cart.find', 'removed', undefined],
    ['api.cart.search', 'added', undefined],
    ['api.stock.list', 'added', undefined],
  ])
})

it('a function may be renamed by its module', () => {
  expect(compareContracts({ 'api.basket.add': ENTRY }, { 'api.cart.add': ENTRY })).toEqual([
    {
      function: 'api.basket.add',
      kind: 'renamed',
      verdict: 'breaking',
      message: 'was renamed to api.cart.add',
      to: 'api.cart.add',
    },
  ])
})

it('keywords of third-party schemas that are not compared are equal or breaking', () => {
  const before = { type: 'object', properties: { a: { type: 'string', not: { const: 'x' } } } } as const
  const after = { type: 'object', properties: { a: { type: 'string', not: { const: 'y' } } } } as const
  expect(compareInputs(before as never, structuredClone(before) as never)).toEqual([])
  expect(compareInputs(before as never, after as never)).toContainEqual({
    kind: 'input-narrowed',
    verdict: 'breaking',
    path: 'input.a',
    message: "has another schema with keywords that fw does not compare, which can't be proven compatible",
    isUndecided: true,
  })
})

it('a large recursive schema is compared in bounded time', () => {
  const names = Array.from({ length: 30 }, (_, at) => `T${at}`)
  const document = (last: object) => ({
    $ref: '#/$defs/T0',
    $defs: Object.fromEntries(
      names.map((name, at) => {
        const next = { $ref: `#/$defs/${names[at + 1] ?? 'T0'}` }
        return [name, { type: 'object', properties: { left: next, right: next, ...(at === 29 && { last }) } }]
      }),
    ),
  })
  const start = performance.now()
  const changes = compareInputs(document({ type: 'string' }) as never, document({ type: 'number' }) as never)
  expect(changes.some(({ verdict }) => verdict === 'breaking')).toBe(true)
  expect(performance.now() - start).toBeLessThan(5_000)
})
