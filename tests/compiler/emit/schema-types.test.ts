import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emitSchemaTypes } from '../../../compiler/src/emit/schema-types.ts'
import { deriveContract } from '../../../compiler/src/index.ts'
import { toValidator } from '../../../runtime/src/contract/schema/standard.ts'
import { date, enums, int, list, obj, schema, str } from '../../../runtime/src/index.ts'

const search = toValidator(
  schema({
    text: str({ min: 1 }).describe('What to look for.'),
    since: date().optional(),
    kind: enums(['shoe', 'shirt']).nullable(),
    sizes: list(int(), { min: 1 }),
    place: obj({ city: str() }),
  }),
  'input',
).schema

const tree = {
  type: 'object',
  properties: { sub: { type: 'array', items: { $ref: '#' } }, pair: { $ref: '#/$defs/Pair' } },
  required: ['sub'],
  additionalProperties: false,
  $defs: {
    Pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false, minItems: 1 },
  },
} as const

it("writes types that describe the schemas' JSON: TypeScript accepts and rejects the same values", async () => {
  const text = await emitSchemaTypes([
    { name: 'api.trees.plant', description: 'Plants one.', input: structuredClone(tree) as never },
    { name: 'api.shop.search', input: search, output: { type: 'object', properties: { found: { type: 'integer' } } } },
  ])
  const root = mkdtempSync(join(tmpdir(), 'fw-types-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'tools.d.ts'), text)
  const derived = (type: string) => {
    const contract = deriveContract({ file: join(root, 'tools.d.ts'), type })
    expect(contract.diagnostics).toEqual([])
    return contract
  }
  const input = derived('ApiShopSearchInput')
  expect(input.schema.properties?.text?.description).toBe('What to look for.')
  const good = { text: 'a', since: '2026-01-01T00:00:00Z', kind: null, sizes: [1], place: { city: 'x' } }
  expect(input.is(good)).toBe(true)
  for (const bad of [{ ...good, kind: 'hat' }, { ...good, place: {} }, { ...good, more: 1 }, { text: 'a' }])
    expect(input.is(bad), JSON.stringify(bad)).toBe(false)
  const plant = derived('ApiTreesPlantInput')
  expect(plant.is({ sub: [{ sub: [] }], pair: [1] })).toBe(true)
  expect(plant.is({ sub: [], pair: [1, 'x'] })).toBe(true)
  for (const bad of [{ sub: [{}] }, { sub: [], pair: [] }, { sub: [], pair: [1, 'x', 2] }])
    expect(plant.is(bad), JSON.stringify(bad)).toBe(false)
  expect(
    derived('Tools').is({ 'api.shop.search': { input: good, output: {} }, 'api.trees.plant': { input: { sub: [] } } }),
  ).toBe(true)
  expect(text).toContain('Plants one.')
})

it('writes the same text for the same tools in any order', async () => {
  const tools = [
    { name: 'api.b.one', input: search },
    { name: 'api.a.one', input: search },
  ]
  expect(await emitSchemaTypes(tools)).toBe(await emitSchemaTypes([...tools].reverse()))
})

it('writes fields that are named like keywords, and tools with similar names', async () => {
  const input = schema({ title: str(), items: int(), $ref: str(), minItems: int().optional() })
  const text = await emitSchemaTypes([
    { name: 'api.a_b.one', input: toValidator(input, 'input').schema },
    { name: 'api.a-b.one', input: toValidator(schema({ other: str() }), 'input').schema },
  ])
  const [, fields] = /ApiABOneInput2 \{\n([^}]*)\}/.exec(text) ?? []
  expect(fields?.trim().split(/\n\s*/)).toEqual(['title: string', 'items: number', '$ref: string', 'minItems?: number'])
  expect(text).toMatch(/ApiABOneInput \{\n\s*other: string/)
})
