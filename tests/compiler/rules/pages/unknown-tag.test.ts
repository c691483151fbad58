import { afterAll, expect, it } from 'vitest'
import { applyFixes, createChecker } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const CATALOGUE = 'src/server/catalogue.api.ts'
const PAGE = 'src/routes/orders/[id].tsx'

/** An api that invalidates these tags, with other code of its file. */
const dropping = (tags: string, more = '') => ({
  [CATALOGUE]: `import { api, cached, type CacheTag, type Call } from '@fw/runtime'
${more}
/** Changes an order of the shop. */
export const change = api({ invalidates: ${tags}, run: ({ input }: Call<{ id: string; slug?: string }>) => input.id })
`,
})
const page = (cache: string, more = '') => ({
  [PAGE]: `import { cachePolicy } from '@fw/runtime'
${more}
${cache}
export default () => <p>{cachePolicy.name}</p>
`,
})
const ORDERS = page("export const cache = { scope: 'public', maxAge: 60, tags: ['orders', 'order-[id]'] }")

// One app for all of them, one after the other: its program is opened once.
const app = temporaryApp({}, afterAll)
const checker = createChecker(app)
afterAll(checker.close)
let present: readonly string[] = []

async function checked(files: Readonly<Record<string, string>>) {
  for (const file of present) app.write(file, undefined)
  for (const [file, text] of Object.entries(files)) app.write(file, text)
  checker.invalidate([...present, ...Object.keys(files)])
  present = Object.keys(files)
  const { diagnostics, model } = await checker.check()
  return { diagnostics, tags: model.tags }
}

const said = async (files: Readonly<Record<string, string>>) =>
  (await checked(files)).diagnostics.map(({ code, message }) => `${code}: ${message}`)

it.each([
  ['a tag of a page', ORDERS, "['orders', 'order-[id]']"],
  ['a value of another name', ORDERS, "['order-[slug]']"],
  ['one of many', ORDERS, "['order-7']"],
  ['a value in place of the name', ORDERS, "['[slug]s']"],
  ['a constant', ORDERS, 'TAGS', "const TAGS = ['orders'] as const"],
  ['computed tags', ORDERS, "['ord' + 'res', ...more]", 'declare const more: string[]'],
  ['a cast to a tag', ORDERS, "['elsewhere' as string as CacheTag]"],
  ['a function that is cached', {}, "['rows']", "const rows = cached(async () => 1, { ttl: 1, tags: ['rows'] })"],
  [
    'tags by arguments',
    {},
    "['rows', 'row-[id]', 'of-[slug]', 'last']",
    `const row = cached(async (id: string, at: { slug: string }) => id + at.slug, {
  ttl: 1,
  tags: (id, at) => {
    const inner = () => 'nothing'
    if (id === '') return ['last']
    return inner() === id ? [] : ['rows', \`row-\${id}\`, 'of-' + at.slug]
  },
})`,
  ],
  [
    'the tag of an api',
    {},
    "['cards', 'card-[id]']",
    `/** Reads a card. */
export const card = api({ readonly: true, tags: ['cards', 'card-[id]'], run: ({ input }: Call<{ id: string }>) => input.id })`,
  ],
  [
    'the tags that the function of an api returns',
    {},
    "['cart-[id]', 'carts']",
    `/** Reads a cart. */
export const cart = api({
  readonly: true,
  tags: ({ ctx, input }) => (ctx.userId === undefined ? ['carts'] : [\`cart-\${input.id}\`]),
  run: ({ input }: Call<{ id: string }>) => input.id,
})`,
  ],
  [
    'options elsewhere in the file',
    {},
    "['rows']",
    "const KEPT = { ttl: 1, tags: ['rows'] }\nconst rows = cached(async () => 1, KEPT)",
  ],
])('%s is carried', async (_, files, tags, more?: string) => {
  expect(await said({ ...files, ...dropping(tags, more) })).toEqual([])
})

it.each([
  ['a policy of another module', page("import { cache } from '../../cache.ts'\nexport { cache }")],
  [
    'a policy that a function makes',
    page('export const cache = keepFor(60)', 'declare function keepFor(n: number): { scope: "public" }'),
  ],
  ['all that another module exports', page("export * from '../../cache.ts'")],
  [
    'spread members',
    page("export const cache = { scope: 'public', ...more }", 'declare const more: { tags: string[] }'),
  ],
  [
    'a tag that is only a value',
    dropping("['x']", 'const a = cached(async (id: string) => id, { ttl: 1, tags: (id) => [id] })'),
  ],
  [
    'the function of an api whose tags are only values',
    dropping(
      "['x']",
      '/** Reads a cart. */\nexport const cart = api({ readonly: true, tags: ({ ctx }) => [String(ctx.userId)], run: () => 1 })',
    ),
  ],
  [
    'options of a caller',
    {
      'src/keep.ts':
        "import { cached } from '@fw/runtime'\nexport const keep = (options: { ttl: number }) => cached(async () => 1, options)\n",
    },
  ],
  ['a cached that is handed on', { 'src/keep.ts': "export { cached } from '@fw/runtime'\n" }],
  [
    'a cached that is a value',
    { 'src/keep.ts': "import { cached } from '@fw/runtime'\nexport const keep = [cached]\n" },
  ],
])('no tag is judged where there is %s', async (_, files) => {
  const shared = { 'src/cache.ts': "export const cache = { scope: 'public', tags: ['any'] } as const\n" }
  const { diagnostics, tags } = await checked({ ...shared, ...dropping("['nobody']"), ...files })
  expect(diagnostics).toEqual([])
  expect(tags).toBeUndefined()
})

it('tags are reported once each, with names for their values; without tags nothing is reported', async () => {
  const more = "const a = cached(async (id: string) => id, { ttl: 1, tags: (id) => ['order-' + id, 'rows'] })"
  expect((await checked({ ...ORDERS, ...dropping('[]', more) })).tags).toEqual(['order-[id]', 'orders', 'rows'])
  expect((await checked(dropping('[]'))).tags).toBeUndefined()
})

it.each([
  ['a name', "['orders', 'ordesr']", "['orders', 'orders']", 'Did you mean "orders"?', '4:53'],
  ['the name before a value', "['ordre-[slug]']", "['order-[slug]']", 'Did you mean "order-[slug]"?', '4:43'],
  [
    'a value',
    "['order-[slgu]']",
    "['order-[slug]']",
    "which isn't a member of the input of api.catalogue.change. Did",
    '4:43',
  ],
  [
    'a tag without a similar one',
    "['customers']",
    undefined,
    '"customers": no page, cached function or api has it, so invalidates has no effect.',
    '4:43',
  ],
  [
    'a value like none',
    "['order-[customer]']",
    undefined,
    `"customer", which isn't a member of the input of api.catalogue.change, so`,
    '4:43',
  ],
  ['escapes', "['orde\\x72z']", undefined, 'Did you mean "orders"?', '4:43'],
])('%s that nothing carries is reported at its text, with a valid fix', async (_, tags, mended, message, place) => {
  const { diagnostics } = await checked({ ...ORDERS, ...dropping(tags) })
  expect(diagnostics.map(({ code, span }) => `${code} ${span?.file}:${span?.line}:${span?.column}`)).toEqual([
    `unknown-tag ${CATALOGUE}:${place}`,
  ])
  expect(diagnostics[0]?.message).toContain(message)
  const text = applyFixes(diagnostics, checker.textOf).texts.get(CATALOGUE)
  expect(text).toBe(mended && dropping(mended)[CATALOGUE])
  if (mended !== undefined) expect(await said({ ...ORDERS, ...dropping(mended) })).toEqual([])
})

it('an app in which nothing has tags, and an api without an input', async () => {
  expect(await said(dropping("['orders']"))).toEqual([
    expect.stringContaining(
      'unknown-tag: Unknown cache tag "orders": the pages, cached functions and apis of this app have no tags',
    ),
  ])
  const text = `import { api } from '@fw/runtime'
/** Changes all orders of the shop. */
export const change = api({ invalidates: ['order-[id]'], run: () => 1 })
`
  expect(await said({ ...ORDERS, [CATALOGUE]: text })).toEqual([expect.stringContaining('The tag uses "id", which')])
})

it("a value that can't be part of a tag is reported, with its kind", async () => {
  const told = async (type: string) => {
    const text = `import { api, type Call } from '@fw/runtime'
enum Kind {
  Tea = 'tea',
}
interface Change {
  at: ${type}
}
/** Changes an order of the shop. */
export const change = api({ invalidates: ['order-[at]'], run: ({ input }: Call<Change>) => String(input.at) })
export type Unused = Kind
`
    return said({ ...ORDERS, [CATALOGUE]: text })
  }
  for (const [type, words] of [
    ['Date', 'is a Date'],
    ['Date | null', 'is a Date'],
    ['{ id: string }', 'is an object'],
    ['string[] | Set<string>', 'is a list'],
    ['URL', 'is a URL'],
  ] as const)
    expect(await told(type), type).toEqual([
      expect.stringContaining(
        `unknown-tag: The tag uses "at", which ${words} in the input of api.catalogue.change and can't`,
      ),
    ])
  for (const type of ['string', 'number | undefined', 'boolean', 'bigint', "'a' | 'b'", 'Kind', 'string | Date'])
    expect(await told(type), type).toEqual([])
})

it('revalidateTag is checked too, in any position and under any name', async () => {
  const text = `import { revalidateTag as drop } from '@fw/runtime'
import * as fw from '@fw/runtime'
export const sell = (id: string) => [drop('ordres'), fw.revalidateTag('order-[id]'), drop(\`order-\${id}\`), drop('order-7')]
`
  expect(await said({ ...ORDERS, 'src/jobs/sell.ts': text })).toEqual([
    expect.stringContaining('Did you mean "orders"?'),
    expect.stringContaining('revalidateTag takes a literal tag, and only invalidates replaces "order-[id]"'),
  ])
})

it('tags of an api are declared there, with the members of its input', async () => {
  const more = `/** Reads a card of the board. */
export const card = api({ readonly: true, tags: ['cards', 'card-[idd]'], run: ({ input }: Call<{ id: string }>) => input.id })`
  const { diagnostics, tags } = await checked(dropping("['cards', 'cadrs']", more))
  expect(tags).toEqual(['card-[idd]', 'cards'])
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining(
      'The tag uses "idd", which isn\'t a member of the input of api.catalogue.card. Did you mean',
    ),
    expect.stringContaining('Unknown cache tag "cadrs". Did you mean "cards"?'),
  ])
})

it('a value in brackets in the result of a function is reported, because nothing fills it in', async () => {
  const more = `/** Reads a cart. */
export const cart = api({ readonly: true, tags: ({ input }) => ['carts', 'cart-[id]'], run: ({ input }: Call<{ id: string }>) => input.id })
const row = cached(async (id: string) => id, { ttl: 1, tags: (id) => { return ['row-[id]', id + '-row'] } })`
  const { diagnostics, tags } = await checked(dropping("['carts', 'cart-[id]', 'acrts']", more))
  expect(tags).toEqual(['[id]-row', 'cart-[id]', 'carts', 'row-[id]'])
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('The tag "cart-[id]" has a value in brackets, which nothing replaces in a function.'),
    expect.stringContaining('The tag "row-[id]" has a value in brackets, which nothing replaces in a function.'),
    expect.stringContaining('Unknown cache tag "acrts". Did you mean "carts"?'),
  ])
})
