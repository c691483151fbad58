import { describe, expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const page = (body: string, imports = '') => `${imports}\nexport default function Page() {\n  return ${body}\n}\n`

/** Files of every case. Pages that import the last ones may show something. */
const SHARED = {
  'src/text.ts': "export const text = 'Text'\n",
  'src/price.tsx': 'export function Price(props: { cents: number }) {\n  return <b>{props.cents}</b>\n}\n',
  'src/stores.ts': "import { defineStore } from '@fw/runtime'\nexport const cart = defineStore({ lines: 0 })\n",
  'src/counter.tsx': `import { createSignal } from 'solid-js'
export function Counter() {
  const [n, set] = createSignal(0)
  return <button onClick={() => set(n() + 1)}>{n()}</button>
}
`,
  'src/use-cart.ts': `import { useStore as read } from '@fw/runtime'
import { cart } from './stores.ts'
export const useCart = () => read(cart)
`,
}

async function findEmpty(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { model, diagnostics } = await check(temporaryApp({ ...SHARED, ...files }))
  expect(diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'unresolved-import')).toEqual([])
  return model.routes.flatMap(({ emptyManifest, pattern = '' }) => (emptyManifest ? [pattern] : []))
}

const isEmpty = async (text: string, files: Readonly<Record<string, string>> = {}) =>
  (await findEmpty({ 'src/routes/index.tsx': text, ...files })).length === 1

describe('a page whose manifest is known to be empty', () => {
  it.each<[string, string, Record<string, string>?]>([
    ['HTML alone', page('<p>Text</p>')],
    ['static components', page('<Price cents={5} />', "import { Price } from '../price.tsx'")],
    [
      'types of a component',
      page(
        '<p>{String(x)}</p>',
        "import type { Counter } from '../counter.tsx'\nconst x: typeof Counter | undefined = undefined",
      ),
    ],
    [
      'seeds of a store',
      page('<p />', "import { cart } from '../stores.ts'\ncart.seed({ headers: new Headers() }, { lines: 1 })"),
    ],
    [
      'text, styles and images',
      page('<p>{raw}</p>', "import '../page.css'\nimport raw from '../counter.tsx?raw'"),
      { 'src/page.css': 'p { margin: 0 }' },
    ],
    [
      'packages without the runtime',
      page(
        '<For each={[1]}>{(n) => <i>{n}</i>}</For>',
        "import { readFileSync } from 'node:fs'\nimport { For } from 'solid-js'\nimport { plain } from 'plain'\nvoid [readFileSync, plain]",
      ),
      {
        'src/routes/node_modules/plain/package.json':
          '{ "name": "plain", "dependencies": { "other": "1" }, "peerDependencies": { "absent": "1" } }',
        'src/routes/node_modules/plain/index.d.ts': 'export const plain: 1\n',
        'src/routes/node_modules/other/package.json': '{ "name": "other" }',
      },
    ],
    [
      'a component that a property holds',
      page('<parts.Price cents={5} />', "import { Price } from '../price.tsx'\nconst parts = { Price }"),
    ],
  ])('%s', async (_title, text, files) => {
    expect(await isEmpty(text, files)).toBe(true)
  })
})

describe('a page that may mount islands or use stores', () => {
  it.each<[string, string, Record<string, string>?]>([
    ['an island', page('<Counter />', "import { Counter } from '../counter.tsx'")],
    [
      'an island that is passed on',
      page('<i>{String(part)}</i>', "import { Counter } from '../counter.tsx'\nconst part: unknown = Counter"),
    ],
    [
      'an island behind other modules',
      page('<Price cents={5} />', "import { Price } from '../parts.ts'"),
      { 'src/parts.ts': "export * from './price.tsx'\nexport { Counter } from './counter.tsx'\n" },
    ],
    [
      'an island that loads late',
      page(
        '<Late />',
        "import { lazy } from 'solid-js'\nconst Late = lazy(async () => ({ default: (await import('../counter.tsx')).Counter }))",
      ),
    ],
    ['a store behind a function', page('<p>{useCart()[0].lines}</p>', "import { useCart } from '../use-cart.ts'")],
    ['the whole runtime', page('<p>{String(fw)}</p>', "import * as fw from '@fw/runtime'")],
    ['a computed import', page('<p>{String(load)}</p>', "const load = (name: string) => import('../' + name + '.ts')")],
    ['a glob', page('<p>{String(all)}</p>', "const all = import.meta.glob('../*.tsx')")],
    ['an unknown package', page('<p>{String(x)}</p>', "import x from 'absent-package'")],
    [
      'a package with the runtime behind another one',
      page('<p>{first}</p>', "import { first } from 'first'"),
      {
        'src/routes/node_modules/first/package.json':
          '{ "name": "first", "types": "index.d.ts", "dependencies": { "second": "1" } }',
        'src/routes/node_modules/first/index.d.ts': 'export const first: 1\n',
        'src/routes/node_modules/second/package.json':
          '{ "name": "second", "peerDependencies": { "@fw/runtime": "1" } }',
      },
    ],
    [
      'a component that a plugin imports',
      page('<Auto />'),
      { 'src/auto.d.ts': 'declare const Auto: () => undefined\n' },
    ],
    ['a function that a plugin imports', page('<p>{autoCart()}</p>', 'declare function autoCart(): number')],
    [
      'Markdown that a plugin compiles',
      page('<p>{String(x)}</p>', "import x from '../post.mdx'"),
      {
        'src/post.mdx': '# Post',
        'src/mdx.d.ts': "declare module '*.mdx'\n",
      },
    ],
  ])('%s', async (_title, text, files) => {
    expect(await isEmpty(text, files)).toBe(false)
  })
})

it('a layout counts for all pages in its folder', async () => {
  const layout = `import type { LayoutProps } from '@fw/runtime'
import { Counter } from '../../counter.tsx'
export default (props: LayoutProps) => <><Counter />{props.children}</>
`
  const files = {
    'src/routes/index.tsx': page('<p />'),
    'src/routes/in/a.tsx': page('<p />'),
    'src/routes/in/_layout.tsx': layout,
  }
  expect(await findEmpty(files)).toEqual(['/'])
})

it('a module that every request loads counts for all pages', async () => {
  const files = { 'src/routes/index.tsx': page('<p />') }
  const ctx = "import { Counter } from './counter.tsx'\nexport default () => ({ Part: Counter })\n"
  expect(await findEmpty({ ...files, 'src/ctx.ts': ctx })).toEqual([])
  const hooks = "import './use-cart.ts'\nexport const onAudit = () => undefined\n"
  expect(await findEmpty({ ...files, 'src/hooks.ts': hooks })).toEqual([])
  expect(await findEmpty(files)).toEqual(['/'])
})
