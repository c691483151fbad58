/** The hash of a function's contract: equal for the same exchange of values, different after each change of it. */
import { beforeAll, expect, test } from 'vitest'
import { check } from '../../../compiler/src/index.ts'
import type { ApiModel } from '../../../compiler/src/model.ts'
import { hashContract } from '../../../compiler/src/schema/hash-contract.ts'
import { temporaryApp } from '../temporary-app.ts'

const IMPORT = "import { api, type Call, type Int, schema, str, int } from '@fw/runtime'\n"

type Parts = Readonly<Partial<Record<'types' | 'input' | 'output' | 'options' | 'comment', string>>>

const INPUT = "{ text: string; limit?: Int; kind: 'tea' | 'pot' }"
const OUTPUT = '{ id: string; at: Date; price: number }[]'

/** Returns a module with the function `find` of these parts. */
function write({
  types = '',
  input = INPUT,
  output = OUTPUT,
  options = '',
  comment = '/** Finds products. */',
}: Parts) {
  const run = `({ input }: Call<${input}>): ${output} => { void input; return [] as never }`
  return `${types}\n${comment}\nexport const find = api({ ${options} run: ${run} })\n`
}

const SAME: Readonly<Record<string, Parts>> = {
  'the order of members': { input: "{ kind: 'pot' | 'tea'; limit?: Int; text: string }" },
  'the order of members of the output': { output: '{ price: number; id: string; at: Date }[]' },
  'named types': {
    types: 'interface Wanted { text: string; limit?: Int; kind: Kind }\ntype Kind = "tea" | "pot"',
    input: 'Wanted',
  },
  'a description': { comment: '/** Finds teas and pots, the cheapest first. */' },
  'a description of a member': {
    input: "{ /** Words of the title. */ text: string; limit?: Int; kind: 'tea' | 'pot' }",
  },
  'a guard': { options: "guard: 'confirm'," },
  scopes: { options: "scopes: ['shop']," },
  access: { options: "access: 'user'," },
  'an address': { options: "readonly: true, http: 'GET /find'," },
  'an effect': { options: "effect: 'irreversible'," },
}

const DIFFERENT: Readonly<Record<string, Parts>> = {
  'a new member': { input: "{ text: string; limit?: Int; kind: 'tea' | 'pot'; page?: Int }" },
  'a removed member': { input: "{ text: string; kind: 'tea' | 'pot' }" },
  'a required member': { input: "{ text: string; limit: Int; kind: 'tea' | 'pot' }" },
  'a renamed member': { input: "{ words: string; limit?: Int; kind: 'tea' | 'pot' }" },
  'another type of a member': { input: "{ text: string; limit?: number; kind: 'tea' | 'pot' }" },
  'a limit': { input: "{ text: string; /** @minimum 1 */ limit?: Int; kind: 'tea' | 'pot' }" },
  'another choice': { input: "{ text: string; limit?: Int; kind: 'tea' | 'pot' | 'cup' }" },
  'a default': { input: "{ text: string; /** @default 3 */ limit?: Int; kind: 'tea' | 'pot' }" },
  'a member that may be null': { input: "{ text: string | null; limit?: Int; kind: 'tea' | 'pot' }" },
  'a new member of the output': { output: '{ id: string; at: Date; price: number; left: Int }[]' },
  'another wire form of the output': { output: '{ id: bigint; at: Date; price: number }[]' },
  'one result in place of a list': { output: '{ id: string; at: Date; price: number }' },
}

const TREE = 'type Tree = { name: string; children: Branch[] }\ntype Branch = { size: Int; tree?: Tree }'
const tree = (types: string, root = 'Tree') => write({ types, input: root, output: `${root}[]` })
const built = (fields: string) =>
  `export const find = api({ input: schema({ ${fields} }), run: ({ input }) => input.text })\n`

const OTHERS: Readonly<Record<string, string>> = {
  base: write({}),
  tree: tree(TREE),
  'renamed tree': tree(TREE.replaceAll('Tree', 'Plant').replaceAll('Branch', 'Aaa'), 'Plant'),
  'reversed tree': tree(TREE.split('\n').reverse().join('\n')),
  'tree with other branches': tree(TREE.replace('size: Int', 'size: number')),
  'tree with other children': tree(TREE.replace('tree?: Tree', 'tree?: Branch')),
  built: built('text: str()'),
  'built with another field': built('text: str(), limit: int()'),
  'built with a limit': built('text: str({ min: 3 })'),
}

let hashes: Readonly<Record<string, string | undefined>>

/** One check for all: each variant is a module of one app. */
async function hashAll(): Promise<typeof hashes> {
  const variants = { ...OTHERS }
  for (const [name, parts] of Object.entries({ ...SAME, ...DIFFERENT })) variants[name] = write(parts)
  const names = Object.keys(variants)
  const files = Object.fromEntries(
    names.map((name, index) => [`src/server/v${index}.api.ts`, IMPORT + variants[name]] as const),
  )
  const removals: (() => void)[] = []
  const { root } = temporaryApp({ ...files, 'src/routes/index.tsx': 'export default () => <p>Shop</p>\n' }, (remove) =>
    removals.push(remove),
  )
  try {
    const { model, diagnostics } = await check({ root })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const find = (index: number) => model.modules.find(({ module }) => module === `v${index}`)?.apis[0]
    return Object.fromEntries(names.map((name, index) => [name, hashContract(find(index) as ApiModel)]))
  } finally {
    for (const remove of removals) remove()
  }
}

beforeAll(async () => {
  hashes = await hashAll()
})

test('is short, and the same in every check', async () => {
  for (const hash of Object.values(hashes)) expect(hash).toMatch(/^[\w-]{8}$/)
  expect(await hashAll()).toEqual(hashes)
})

test.each(Object.keys(SAME))('stays the same with %s', (name) => {
  expect(hashes[name]).toBe(hashes.base)
})

test.each(Object.keys(DIFFERENT))('changes with %s', (name) => {
  expect(hashes[name]).not.toBe(hashes.base)
})

test('has a different value for each change', () => {
  const different = Object.keys(DIFFERENT).map((name) => hashes[name])
  expect(new Set(different).size).toBe(different.length)
})

test('of types that contain themselves is independent of their names, and changes with each of them', () => {
  expect(hashes['renamed tree']).toBe(hashes.tree)
  expect(hashes['reversed tree']).toBe(hashes.tree)
  expect(hashes['tree with other branches']).not.toBe(hashes.tree)
  expect(hashes['tree with other children']).not.toBe(hashes.tree)
})

test('of a schema in the source is that of its type: the server validates what the type does not express', () => {
  expect(hashes['built with another field']).not.toBe(hashes.built)
  expect(hashes['built with a limit']).toBe(hashes.built)
})

test('is unknown until the output is analyzed', () => {
  const pending: Pick<ApiModel, 'input' | 'output'> = { input: { source: 'none' }, output: { source: 'pending' } }
  expect(hashContract(pending)).toBeUndefined()
})
