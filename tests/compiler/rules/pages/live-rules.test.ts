import { afterAll, expect, it } from 'vitest'
import { createChecker } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const API = 'src/server/orders.api.ts'
const PAGE = 'src/routes/index.tsx'

/** An api module with these definitions of `list` and `add`. */
const apis = (list: string, add = "invalidates: ['orders']", more = '') => ({
  [API]: `import { api, type Call } from '@fw/runtime'
${more}
const orders: string[] = []
/** Reads the teas that customers have ordered today. */
export const list = api({ ${list} run: () => orders })
/** Orders a tea for the current customer. */
export const add = api({ ${add}${add && ','} run: ({ input }: Call<{ tea: string }>) => orders.push(input.tea) })
`,
})
const READ = 'readonly: true,'
const TAGGED = "readonly: true, tags: ['orders'],"

const page = (head: string, body = '<p>{(await list()).length}</p>', imports = 'list') => ({
  [PAGE]: `import { ${imports} } from '../server/orders.api.ts'
${head}
export default async () => <main>${body}</main>
`,
})
const LIVE = 'export const live = true'
const FORM = '<form action={add}><input name="tea" /></form><p>{(await list()).length}</p>'

const app = temporaryApp({}, afterAll)
const checker = createChecker(app)
afterAll(checker.close)
let present: readonly string[] = []

/** Returns the findings of the two rules, each with its place. */
async function check(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const file of present) app.write(file, undefined)
  for (const [file, text] of Object.entries(files)) app.write(file, text)
  checker.invalidate([...present, ...Object.keys(files)])
  present = Object.keys(files)
  const { diagnostics } = await checker.check()
  return diagnostics
    .filter(({ code, severity }) => severity === 'error' || /^(?:unseen-write|untagged-read)$/.test(code))
    .map(({ code, span }) => `${code} ${span?.file}:${span?.line}:${span?.column}`)
}

it.each([
  ['a live page', { ...apis(READ, ''), ...page(LIVE) }, [`untagged-read ${PAGE}:2:14`]],
  [
    'a region',
    { ...apis(READ, ''), ...page("import { Live } from '@fw/runtime'", '<Live>{(await list()).length}</Live>') },
    [`untagged-read ${PAGE}:2:1`],
  ],
  ['a page that is not live', { ...apis(READ, ''), ...page('') }, []],
  ['a page that is live at no time', { ...apis(READ, ''), ...page('export const live = false') }, []],
  ['a tag of an api', { ...apis(TAGGED), ...page(LIVE) }, []],
  [
    'a tag of a cached function of another module',
    {
      ...apis(READ, ''),
      'src/rows.ts': `import { cached } from '@fw/runtime'\nexport const rows = cached(async () => 1, { ttl: 1, tags: ['rows'] })`,
      ...page(`import { rows } from '../rows.ts'\n${LIVE}`, '<p>{(await list()).length}{await rows()}</p>'),
    },
    [],
  ],
  [
    'a tag of the policy',
    { ...apis(READ, ''), ...page(`${LIVE}\nexport const cache = { scope: 'public', tags: ['orders'] }`) },
    [],
  ],
  [
    'a live call of an api without tags',
    {
      ...apis(READ, ''),
      'src/components/Orders.tsx': `import { live } from '@fw/runtime'
import { list } from '../server/orders.api.ts'
export function Orders() { const orders = live(list); return <p>{orders()?.length}</p> }`,
    },
    ['untagged-read src/components/Orders.tsx:3:48'],
  ],
  [
    'a live call of an api with tags',
    {
      ...apis(TAGGED),
      'src/components/Orders.tsx': `import { live } from '@fw/runtime'
import { list } from '../server/orders.api.ts'
export function Orders() { const orders = live(list); return <p>{orders()?.length}</p> }`,
    },
    [],
  ],
  [
    'a live call of an api with a function of tags, and one of an api without',
    {
      [API]: `${apis("readonly: true, tags: ({ ctx }) => ['orders-' + ctx.userId],", "invalidates: ['orders-1']")[API]}
/** Reads the teas that the shop sells in this season. */
export const teas = api({ readonly: true, run: () => ['green'] })
`,
      'src/components/Orders.tsx': `import { live } from '@fw/runtime'
import { list, teas } from '../server/orders.api.ts'
export function Orders() { const orders = live(list); const all = live(teas); return <p>{orders()?.length}{all()}</p> }`,
    },
    ['untagged-read src/components/Orders.tsx:3:72'],
  ],
])('a live read without a tag: %s', async (_, files, expected) => {
  expect(await check(files)).toEqual(expected)
})

const line = `${API}:7:14`
it.each([
  ['a form of a live page', { ...apis(TAGGED, ''), ...page(LIVE, FORM, 'add, list') }, [`unseen-write ${line}`]],
  ['a form of another page', { ...apis(TAGGED, ''), ...page('', FORM, 'add, list') }, []],
  ['a write that invalidates a tag', { ...apis(TAGGED), ...page(LIVE, FORM, 'add, list') }, []],
  ['a write that no page shows', { ...apis(TAGGED, 'invalidates: []'), ...page(LIVE, FORM, 'add, list') }, []],
  ['a function that only reads', { ...apis(TAGGED, 'readonly: true'), ...page(LIVE, FORM, 'add, list') }, []],
  ['a write that the page does not import', { ...apis(TAGGED, ''), ...page(LIVE) }, []],
  [
    'code that invalidates tags itself',
    {
      ...apis(TAGGED, '', "import { revalidateTag } from '@fw/runtime'\nexport type Drop = typeof revalidateTag"),
      ...page(LIVE, FORM, 'add, list'),
    },
    [],
  ],
  [
    'a call beside a live read',
    {
      ...apis(TAGGED, ''),
      'src/components/Orders.tsx': `import { live } from '@fw/runtime'
import { add, list } from '../server/orders.api.ts'
export function Orders() {
  const orders = live(list)
  return <button type="button" onClick={() => add({ tea: 'green' })}>{orders()?.length}</button>
}`,
    },
    [`unseen-write ${line}`],
  ],
])('a write that live pages do not show: %s', async (_, files, expected) => {
  expect(await check(files)).toEqual(expected)
})

it('a literal tag of a cached function with a value in brackets is never filled in', async () => {
  const code = `import { cached } from '@fw/runtime'
export const order = cached(async (id: string) => id, { ttl: 1, tags: ['orders', 'order-[id]'] })`
  expect(
    await check({
      ...page(`import { order } from '../order.ts'`, "<p>{await order('1')}</p>", 'list'),
      ...apis(READ, ''),
      'src/order.ts': code,
    }),
  ).toEqual(['unknown-tag src/order.ts:2:82'])
})
