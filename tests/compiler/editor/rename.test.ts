import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openWorkspace, prepareRename, renameAt } from '../../../compiler/src/editor.ts'
import { type TemporaryApp, temporaryApp } from '../temporary-app.ts'

const SHOP = `import { api, type Call } from '@fw/runtime'

/** Finds products. */
export const search = api({ run: async ({ input }: Call<{ query: string }>) => [input.query] })
`

/** Renames what is `skip` characters into the first `needle` of a file. Returns the new texts and paths, or the reason. */
function rename(app: TemporaryApp, file: string, needle: string, skip: number, name: string) {
  const workspace = openWorkspace({ log: (text) => expect(text).toBe('') })
  try {
    const opened = workspace.file(join(app.root, file))
    if (opened === undefined) throw new Error(`${file} isn't part of an app.`)
    const offset = readFileSync(join(app.root, file), 'utf8').indexOf(needle) + skip
    const result = renameAt(opened, offset, name)
    if (result === undefined || 'problem' in result) return result
    const texts: Record<string, string> = {}
    for (const { path, start, end, text } of [...result.edits].reverse()) {
      const own = path.slice(app.root.length + 1)
      const before = texts[own] ?? readFileSync(path, 'utf8')
      texts[own] = before.slice(0, start) + text + before.slice(end)
    }
    const moves = result.moves.map(({ from, to }) => [from, to].map((path) => path.slice(app.root.length + 1)))
    return { texts, moves }
  } finally {
    workspace.close()
  }
}

it('renames an import and its uses, and a shorthand member stays the same', () => {
  const app = temporaryApp({
    'src/server/shop.api.ts': SHOP,
    'src/use.ts':
      "import { search } from './server/shop.api.ts'\nexport const all = { search, now: () => search({ query: '' }) }\n",
    'src/again.ts': "export { search } from './server/shop.api.ts'\n",
    'src/other.ts': "import { search as look } from './server/shop.api.ts'\nexport const found = look({ query: '' })\n",
    'src/taken.ts': "import { search } from './server/shop.api.ts'\nexport const find = () => search({ query: '' })\n",
  })
  const result = rename(app, 'src/server/shop.api.ts', 'search = api', 2, 'find')
  expect(result).toMatchObject({
    texts: {
      'src/server/shop.api.ts': SHOP.replace('const search', 'const find'),
      'src/use.ts':
        "import { find } from './server/shop.api.ts'\nexport const all = { search: find, now: () => find({ query: '' }) }\n",
      'src/again.ts': "export { find as search } from './server/shop.api.ts'\n",
      'src/other.ts': "import { find as look } from './server/shop.api.ts'\nexport const found = look({ query: '' })\n",
      // The module has a variable with the new name: its import has a local name.
      'src/taken.ts':
        "import { find as search } from './server/shop.api.ts'\nexport const find = () => search({ query: '' })\n",
    },
  })
})

it('renames names in strings, URLs, filters, tests and skills, in every spelling', () => {
  const app = temporaryApp({
    'src/server/shop.api.ts': SHOP,
    'src/agent.ts':
      "import { defineAgent } from '@fw/runtime/agent'\nexport default defineAgent({ tools: { exclude: ['api.shop.search', 'api.shop.searches'] } })\n",
    'src/call.ts': "export const call = () => fetch('/_fw/api/shop.search?input=1')\n",
    'tests/shop.test.ts': "callTool(app, 'api.shop.search', {})\n",
    'src/skills/a.md':
      '---\nname: a\ndescription: A.\ntools: [api.shop.search, "shop__search", shop.search]\n---\napi.shop.search\n',
    'evals/a.eval.json': '{ "steps": [{ "tool": "shop.search" }] }\n',
  })
  const result = rename(app, 'src/server/shop.api.ts', 'search = api', 2, 'find')
  expect(result).toMatchObject({
    texts: {
      'src/agent.ts': expect.stringContaining("['api.shop.find', 'api.shop.searches']"),
      'src/call.ts': "export const call = () => fetch('/_fw/api/shop.find?input=1')\n",
      'tests/shop.test.ts': "callTool(app, 'api.shop.find', {})\n",
      'src/skills/a.md': expect.stringContaining(
        'tools: [api.shop.find, "shop__find", shop.find]\n---\napi.shop.search',
      ),
      'evals/a.eval.json': '{ "steps": [{ "tool": "shop.find" }] }\n',
    },
  })
})

it('renames an intent and an action of a store, and not other things with the name', () => {
  const app = temporaryApp({
    'fw.config.ts': 'export default {}\n',
    'src/stores.ts':
      "import { defineStore } from '@fw/runtime'\nexport const cart = defineStore({ count: 0 }, { actions: { add: (state, by: number) => { state.count += by } } })\n",
    'src/components/box.tsx':
      "import { intent } from '@fw/runtime'\nexport function Box() {\n  const fill = intent('fill', { description: 'Fills it.', run: () => 'fill' })\n  return <button onClick={() => fill()}>Box.fill</button>\n}\n",
    'src/call.ts':
      "export const call = (fw: { call(name: string): void }) => { fw.call('Box.fill'); fw.call('cart.add'); return 'Box.fill' }\n",
  })
  expect(rename(app, 'src/call.ts', "'Box.fill'", 6, 'load')).toMatchObject({
    texts: {
      'src/components/box.tsx': expect.stringContaining(
        "const fill = intent('load', { description: 'Fills it.', run: () => 'fill' })",
      ),
      'src/call.ts': expect.stringContaining("fw.call('Box.load'); fw.call('cart.add'); return 'Box.fill'"),
    },
  })
  expect(rename(app, 'src/stores.ts', 'add:', 1, 'put')).toMatchObject({
    texts: {
      'src/stores.ts': expect.stringContaining('actions: { put: (state'),
      'src/call.ts': expect.stringContaining("fw.call('cart.put')"),
    },
  })
})

const PAGE = 'export default () => <p>Page</p>\n'

it.each([
  ['orders/[id].tsx', '/orders/[id]', '/purchases/[id]', 'purchases/[id].tsx'],
  ['orders/index.tsx', '/orders', '/purchases', 'purchases/index.tsx'],
  ['orders.tsx', '/orders', '/my/orders', 'my/orders.tsx'],
  ['(shop)/orders/[id].tsx', '/orders/[id]', '/orders/[id]/lines', '(shop)/orders/[id]/lines.tsx'],
  ['(shop)/orders.tsx', '/orders', '/purchases', '(shop)/purchases.tsx'],
  ['docs/[...path].tsx', '/docs/[...path]', '/help/[...path]', 'help/[...path].tsx'],
])('moves routes/%s from %s to %s', (file, before, after, moved) => {
  const app = temporaryApp({
    [`src/routes/${file}`]: PAGE,
    'src/routes/index.tsx': `import { href } from '@fw/runtime'\nexport default () => <a href={href('${before}', {} as never)}>To</a>\n`,
  })
  expect(rename(app, 'src/routes/index.tsx', `'${before}'`, 3, after)).toEqual({
    texts: { 'src/routes/index.tsx': expect.stringContaining(`href('${after}', {} as never)`) },
    moves: [[`src/routes/${file}`, `src/routes/${moved}`]],
  })
})

it('changes paths with values, the configuration, and imports in the moved file', () => {
  const app = temporaryApp({
    'fw.config.ts':
      "export default { redirects: [{ from: '/old', to: '/products/tea?a=1' }], budgets: { routes: { '/products/[slug]': {} } } }\n",
    'src/routes/products/[slug].tsx': "import { name } from '../../name.ts'\nexport default () => <p>{name}</p>\n",
    'src/name.ts': "export const name = 'Tea'\n",
    'src/routes/index.tsx':
      "import { href, redirect } from '@fw/runtime'\nexport const go = () => redirect('/products/mug#top')\nexport default () => <a href=\"/products/tea/more\">{href('/products/[slug]', { slug: 'tea' })}</a>\n",
  })
  expect(rename(app, 'src/routes/index.tsx', "'/products/[slug]'", 3, '/items/[slug]')).toEqual({
    texts: {
      'fw.config.ts':
        "export default { redirects: [{ from: '/old', to: '/items/tea?a=1' }], budgets: { routes: { '/items/[slug]': {} } } }\n",
      'src/routes/index.tsx':
        "import { href, redirect } from '@fw/runtime'\nexport const go = () => redirect('/items/mug#top')\nexport default () => <a href=\"/products/tea/more\">{href('/items/[slug]', { slug: 'tea' })}</a>\n",
    },
    moves: [['src/routes/products/[slug].tsx', 'src/routes/items/[slug].tsx']],
  })
  const deeper = rename(app, 'src/routes/index.tsx', "'/products/[slug]'", 3, '/[slug]')
  expect(deeper).toMatchObject({
    texts: { 'src/routes/products/[slug].tsx': expect.stringContaining("from '../name.ts'") },
  })
})

it('changes links with values in templates', () => {
  const page = (base: string) => `import { redirect } from '@fw/runtime'
const [slug, query] = ['tea', '?a=1']
const other = \`/products/\${slug}\`
export const go = () => redirect(\`${base}\${ slug }\${query}#top\`)
export const no = () => redirect(\`/products/\${slug}/more\`)
export default () => <a href={\`${base}big-\${slug.replace(\`a\`, 'b')}?b=\${other}\`}>To</a>
`
  const app = temporaryApp({
    'fw.config.ts': 'export default {}\n',
    'src/routes/products/[slug].tsx': PAGE,
    'src/routes/index.tsx': page('/products/'),
    'src/link.ts': "import { href } from '@fw/runtime'\nexport const link = href('/products/[slug]', { slug: 'a' })\n",
  })
  expect(rename(app, 'src/link.ts', "'/products/[slug]'", 3, '/shop/items/[slug]')).toMatchObject({
    texts: { 'src/routes/index.tsx': page('/shop/items/') },
  })
})

it('explains what can not be renamed', () => {
  const app = temporaryApp({
    'src/server/shop.api.ts': SHOP,
    'src/routes/products/[slug].tsx': PAGE,
    'src/routes/index.tsx':
      "import { redirect } from '@fw/runtime'\nexport const a = () => redirect('/products/tea')\nexport const b = () => redirect('/gone')\nexport const c = () => redirect('https://example.com')\nexport const d = (fw: { call(name: string): void }) => { fw.call('ui_click'); fw.call('api.shop.gone') }\nexport const e = 'api.github.com'\nexport default () => null\n",
  })
  const workspace = openWorkspace({ log: () => undefined })
  const path = join(app.root, 'src/routes/index.tsx')
  const text = readFileSync(path, 'utf8')
  const prepare = (needle: string) => {
    const file = workspace.file(path)
    return file && prepareRename(file, text.indexOf(needle) + 2)
  }
  const reason = (part: string) => ({ problem: expect.stringContaining(part) })
  expect(prepare('/products/tea')).toEqual(reason('is a path of the page /products/[slug]'))
  expect(prepare('/gone')).toEqual(reason('no page for "/gone"'))
  expect(prepare('https://example.com')).toBeUndefined()
  expect(prepare('ui_click')).toEqual(reason('is a tool of every page'))
  expect(prepare('api.shop.gone')).toEqual(reason('no tool named "api.shop.gone"'))
  expect(prepare('api.github.com')).toBeUndefined()
  expect(prepare('default')).toBeUndefined()
  workspace.close()
})
