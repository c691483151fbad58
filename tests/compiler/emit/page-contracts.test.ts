import type { CompiledContract, ContractSource } from '@fw/runtime/contract'
import { describe, expect, test } from 'vitest'
import { emitContractSources, emitToolContracts, toolsOfChunk } from '../../../compiler/src/emit/page-contracts.ts'
import type { ComponentModel, ContractModel, StoreModel } from '../../../compiler/src/model.ts'
import type { PropertyNode, TypeNode } from '../../../compiler/src/type-tree.ts'
import { loadModule, treeOf } from '../validate/load-module.ts'
import { referenceSchema } from '../validate/reference-schema.ts'

const NONE: ContractModel = { source: 'none' }
const span = { file: 'src/a.tsx', start: 0, end: 0, line: 1, column: 1 }

function contract(fields: Readonly<Record<string, TypeNode>>, side: 'input' | 'output' = 'input'): ContractModel {
  const properties = Object.entries(fields).map(([name, type]): PropertyNode => {
    const optional = 'default' in type
    return { name, optional, type }
  })
  const tree = treeOf({ kind: 'object', properties })
  return { source: 'type', tree, schema: referenceSchema(tree, side) }
}

const qty: TypeNode = { kind: 'number', integer: true, minimum: 1, default: 1 }
const TOOLS = [
  { tool: 'Cart.add', input: contract({ sku: { kind: 'string' }, qty }), output: NONE },
  {
    tool: 'Cart.plan',
    input: contract({ day: { kind: 'codec', codec: 'date' } }),
    output: contract({ ok: { kind: 'boolean' } }, 'output'),
  },
  { tool: 'Cart.clear', input: NONE, output: NONE },
  { tool: 'Cart.written', input: { source: 'schema' } as const, output: NONE },
  { tool: 'cart.', output: contract({ lines: { kind: 'number' } }, 'output') },
]

type Contracts = Readonly<Record<string, CompiledContract>>
type Sources = Readonly<Record<string, ContractSource>>

/** The sources of a side, with the contracts that they load. */
async function load(side: 'server' | 'browser') {
  const contracts = (await loadModule(emitToolContracts(TOOLS))) as Contracts
  const text = emitContractSources(TOOLS, 'abc', side)
  return { contracts, text }
}

describe('the contracts of a file with page tools', () => {
  test('are complete on both sides; a tool without input rejects any input', async () => {
    for (const side of ['server', 'browser'] as const) {
      const { contracts } = await load(side)
      expect(Object.keys(contracts).sort()).toEqual(['Cart$add', 'Cart$clear', 'Cart$plan', 'Cart$written', 'cart$'])
      expect(contracts.Cart$add?.input?.parse({ sku: 'a' })).toEqual({ value: { sku: 'a', qty: 1 } })
      expect(contracts.Cart$add?.input?.parse({ qty: 0 })).toMatchObject({ issues: [{ path: 'sku' }, { path: 'qty' }] })
      expect(contracts.Cart$plan?.output?.schema).toMatchObject({ properties: { ok: { type: 'boolean' } } })
      expect(contracts.Cart$clear?.input?.parse({})).toEqual({ value: {} })
      expect(contracts.Cart$clear?.input?.parse({ all: true })).toMatchObject({ issues: [{ path: 'all' }] })
      expect(contracts.Cart$written).toEqual({})
      expect(Object.keys(contracts.cart$ ?? {})).toEqual(['output'])
    }
  })

  test('are imported on the server', async () => {
    const { text } = await load('server')
    expect(text).toContain('import * as $tools from "fw:tools/abc"')
    expect(text).toContain('export const Cart$add = { load: () => $tools.Cart$add }')
    expect(emitContractSources([], 'abc', 'server')).toBe('export default {}\n')
  })

  test("are loaded when needed in a browser, where only a user's input is checked immediately", async () => {
    const { text } = await load('browser')
    expect(text).not.toMatch(/"type":|properties|compiledValidator/)
    const sources = (await loadModule(
      text.replace('import("fw:tools/abc")', 'Promise.resolve({ Cart$add: 1 })'),
    )) as Sources
    expect(await sources.Cart$add?.load()).toBe(1)
    expect(sources.Cart$add?.take?.({ sku: 'a', qty: 2 })).toEqual({ sku: 'a', qty: 2 })
    expect(sources.Cart$add?.take?.({ sku: 'a' })).toEqual({ sku: 'a', qty: 1 })
    expect(sources.Cart$add?.take?.({ sku: 'a', qty: 0 })).toBeUndefined()
    const day = new Date(0)
    expect(sources.Cart$plan?.take?.({ day })).toEqual({ day })
    expect(sources.Cart$plan?.take?.({ day: 'today' })).toBeUndefined()
    expect(sources.Cart$clear?.take?.({ isTrusted: true })).toEqual({})
    expect(sources.Cart$written?.take).toBeUndefined()
    expect(sources.cart$?.take).toBeUndefined()
  })

  test('include its components, and the stores if it is their module', () => {
    const component = (id: string, tool: string): ComponentModel => ({
      ...{ name: 'Cart', exportName: 'Cart', file: 'src/a.tsx', span, id, island: true, reasons: [] },
      intents: [{ tool, name: 'x', span, input: NONE, output: NONE }],
    })
    const stores: StoreModel[] = [
      {
        alias: 'cart',
        span,
        state: NONE,
        actions: [{ tool: 'cart.add', name: 'add', span, input: NONE, output: NONE }],
      },
    ]
    const model = { components: [component('abc#Cart', 'Cart.x'), component('def#Cart', 'Other.x')], stores }
    const names = (chunk: string) => toolsOfChunk(model, chunk, 'sto').map(({ tool }) => tool)
    expect([names('abc'), names('def'), names('sto')]).toEqual([['Cart.x'], ['Other.x'], ['cart.', 'cart.add']])
  })
})
