import { join } from 'node:path'
import type { CompiledContract } from '@fw/runtime/contract'
import { describe, expect, it } from 'vitest'
import { emitCodecs, listCodecExports } from '../../../compiler/src/emit/codecs.ts'
import { emitContracts } from '../../../compiler/src/emit/contracts.ts'
import type { ApiModel, ApiModuleModel, ContractModel } from '../../../compiler/src/model.ts'
import type { PropertyNode, TypeNode } from '../../../compiler/src/type-tree.ts'
import { loadModule, treeOf } from '../validate/load-module.ts'
import { referenceSchema, type Side } from '../validate/reference-schema.ts'

const snapshots = join(import.meta.dirname, '../../../snapshots/emit')

function object(fields: Readonly<Record<string, TypeNode>>): TypeNode {
  const properties = Object.entries(fields).map(([name, type]): PropertyNode => ({ name, optional: false, type }))
  return { kind: 'object', properties }
}

function contract(root: TypeNode, side: Side): ContractModel {
  const tree = treeOf(root)
  return { source: 'type', tree, schema: referenceSchema(tree, side) }
}

function api(exportName: string, input: ContractModel, output: ContractModel): ApiModel {
  const span = { file: 'src/server/shop.api.ts', start: 0, end: 0, line: 1, column: 1 }
  return { tool: `api.shop.${exportName}`, module: 'shop', exportName, span, guard: 'auto', scopes: [], input, output }
}

const NONE: ContractModel = { source: 'none' }
const date: TypeNode = { kind: 'codec', codec: 'date' }
const integer: TypeNode = { kind: 'number', integer: true, minimum: 1 }
const EVERY_CODEC = object({
  at: date,
  big: { kind: 'codec', codec: 'bigint' },
  link: { kind: 'codec', codec: 'url' },
  raw: { kind: 'codec', codec: 'bytes' },
  tags: { kind: 'codec', codec: 'set', item: { kind: 'string' } },
  byName: { kind: 'codec', codec: 'map', item: date },
  history: { kind: 'array', items: object({ at: date, note: { kind: 'string' } }) },
  either: { kind: 'union', options: [{ kind: 'string' }, date, { kind: 'null' }] },
  pair: { kind: 'tuple', items: [integer, date], required: 1 },
})

const MODULE: ApiModuleModel = {
  module: 'shop',
  file: 'src/server/shop.api.ts',
  apis: [
    {
      ...api(
        'search',
        contract(object({ limit: integer }), 'input'),
        contract({ kind: 'array', items: integer }, 'output'),
      ),
      description: 'Finds\u2028"books".',
    },
    api('ping', NONE, NONE),
    api('built', { source: 'schema' }, { source: 'schema' }),
    api('move', contract(EVERY_CODEC, 'input'), contract(EVERY_CODEC, 'output')),
  ],
}

const real = {
  at: new Date('2026-01-31T12:00:00Z'),
  big: 12345678901234567890n,
  link: new URL('https://shop.example/a?b=1'),
  raw: Uint8Array.from([0, 255, 16]),
  tags: new Set(['a', 'b']),
  byName: new Map([['now', new Date(0)]]),
  history: [{ at: new Date(1), note: 'x' }],
  either: new Date(2),
  pair: [1, new Date(3)],
}

describe('contracts', () => {
  it('API-03 one module contains the contracts of all apis, and nothing for schemas in the source', async () => {
    const text = emitContracts({ ...MODULE, apis: MODULE.apis.slice(0, 3) })
    await expect(text).toMatchFileSnapshot(join(snapshots, 'contracts/server.js'))
    const module = (await loadModule(text)) as Record<string, CompiledContract>
    expect(Object.keys(module).sort()).toEqual(['built', 'ping', 'search'])
    expect(module.search?.description).toBe('Finds\u2028"books".')
    expect(module.search?.input?.parse({ limit: 0 })).toEqual({
      issues: [{ path: 'limit', message: 'must be an integer of at least 1' }],
    })
    expect(module.search?.output?.is?.([1, 2])).toBe(true)
    expect(Object.keys(module.ping ?? {})).toEqual(['hash'])
    expect(Object.keys(module.built ?? {})).toEqual(['hash'])
  })

  it('API-03 values with their own wire form survive a round trip through JSON', async () => {
    const module = (await loadModule(emitContracts(MODULE))) as Record<string, CompiledContract>
    for (const validator of [module.move?.input, module.move?.output]) {
      const wire: unknown = JSON.parse(JSON.stringify(validator?.encode?.(real)))
      expect(validator?.is?.(wire)).toBe(true)
      expect(validator?.parse(wire)).toEqual({ value: real })
      expect(validator?.decode?.(wire)).toEqual(real)
    }
    expect(module.search?.input).not.toHaveProperty('encode')
  })

  it('passes invalid values on, for the check to reject', async () => {
    const module = (await loadModule(emitContracts(MODULE))) as Record<string, CompiledContract>
    const input = module.move?.input
    const bad = { ...real, at: new Date(Number.NaN), big: 1, byName: new Map([[1, new Date(0)]]), history: null }
    const wire = input?.encode?.(bad)
    expect(input?.is?.(wire)).toBe(false)
    const checked = await input?.parse(JSON.parse(JSON.stringify(wire)))
    expect(checked?.issues?.map(({ path }) => path)).toEqual(['at', 'big', 'history'])
    expect(input?.decode?.({ at: 'tomorrow', tags: 'a', raw: '?' })).toEqual({ at: 'tomorrow', tags: 'a', raw: '?' })
  })

  it('an api may have any name, including names of generated functions and helpers', async () => {
    const { input, output } = MODULE.apis[3]!
    const apis = ['own', 'is0', 'isJson', 'encode1', 'compiledValidator', 'v'].map((name) => api(name, input, output))
    const module = await loadModule(emitContracts({ ...MODULE, apis }))
    expect(Object.keys(module).sort()).toEqual(apis.map(({ exportName }) => exportName).sort())
    expect(Object.keys(await loadModule(emitCodecs({ ...MODULE, apis })))).toHaveLength(apis.length)
  })

  it('writes the same text every time', () => {
    expect(emitContracts(MODULE)).toBe(emitContracts(structuredClone(MODULE)))
  })
})

describe('codecs of client stubs', () => {
  it('API-23 exist for apis with a different wire form, and contain no validators', async () => {
    expect(listCodecExports(MODULE)).toEqual(['move'])
    const text = emitCodecs(MODULE)
    await expect(text).toMatchFileSnapshot(join(snapshots, 'contracts/client.js'))
    expect(text).not.toContain('compiledValidator')
    const { move } = (await loadModule(text)) as Record<
      string,
      { encode(value: unknown): unknown; decode(value: unknown): unknown }
    >
    expect(move?.decode(JSON.parse(JSON.stringify(move.encode(real))))).toEqual(real)
    expect(emitCodecs({ ...MODULE, apis: MODULE.apis.slice(0, 3) })).toBe('export {}\n')
  })
})
