import { expect, it } from 'vitest'
import { applyFixes, check } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'
import type { Files } from './rule-pages.ts'

/** Returns `file` after the first fix of each finding of one rule, which must remove the findings. */
async function fixed(code: string, file: string, files: Files): Promise<string | undefined> {
  const app = temporaryApp(files)
  const found = (await check(app)).diagnostics.filter((one) => one.code === code)
  expect(found).not.toEqual([])
  const { texts } = applyFixes(found, (name) => files[name])
  const text = texts.get(file)
  if (text === undefined) return undefined
  app.write(file, text)
  expect((await check(app)).diagnostics.filter((one) => one.code === code)).toEqual([])
  return text
}

const HOOKS = 'src/hooks.ts'

it.each([
  ['a list', 'const a = () => {}\nexport { a as onAudits }\n', 'const a = () => {}\nexport { a as onAudit }\n'],
  [
    'a name of a list',
    'const onaudit = () => {}\nexport { onaudit }\n',
    'const onaudit = () => {}\nexport { onaudit as onAudit }\n',
  ],
  ['a passed on name', "export { onAudits } from './audit.ts'\n", "export { onAudits as onAudit } from './audit.ts'\n"],
  [
    'an export with other uses',
    'export function onAudits() {}\nconst all = { onAudits }\nall.onAudits()\nonAudits()\n',
    'export function onAudit() {}\nconst all = { onAudits: onAudit }\nall.onAudits()\nonAudit()\n',
  ],
  ['a name that is taken', 'const onAudit = 1\nexport const onAudits = () => onAudit\n', undefined],
  ['a hook that is there', 'export const onAudit = () => {}\nexport const onAudits = () => {}\n', undefined],
  ['two things of the name', 'export const onAudits = (onAudits: () => void) => onAudits()\n', undefined],
  ['a name unlike a hook', 'export const PAGE_SIZE = 20\n', undefined],
])('unknown-hook renames %s, or leaves it', async (_, text, expected) => {
  expect(await fixed('unknown-hook', HOOKS, { [HOOKS]: text })).toBe(expected)
})

const PAGE = 'src/routes/index.tsx'
const LINKED = { 'src/routes/orders/[id].tsx': 'export default () => <p>Order</p>\n', 'public/tea pot.png': '' }

it.each([
  ['<a href="/ordres/7?open=1#first">O</a>', '<a href="/orders/7?open=1#first">O</a>'],
  ["<a href={'/ordres/7'}>O</a>", "<a href={'/orders/7'}>O</a>"],
  ['<a href={`/ordres/7`}>O</a>', '<a href={`/orders/7`}>O</a>'],
  ['<img src="/tee%20pot.png" alt="" />', undefined],
  ['<a href="/ordres/7?q=&quot;">O</a>', undefined],
  ['<a href="/nothing-like-it">O</a>', undefined],
])('dead-link corrects %s between its quotes', async (jsx, expected) => {
  const page = (text: string) => `export default () => ${text}\n`
  const files = { ...LINKED, [PAGE]: page(jsx) }
  expect(await fixed('dead-link', PAGE, files)).toBe(expected === undefined ? undefined : page(expected))
})

const CART = 'src/components/cart.tsx'
const cart = (...names: readonly string[]) =>
  `import { intent } from '@fw/runtime'\nexport function Cart() {\n${names
    .map((name, index) => `  const run${index} = intent(${name}, { description: 'Buys.', run: async () => 1 })\n`)
    .join('')}  return <button onClick={() => run0()}>Buy</button>\n}\n`

it.each([[`"buy--now_"`], ["'9-lives'"], ["'_buy'"]])(
  'intent-name has no fix for %s: the name opens a tool',
  async (name) => {
    expect(await fixed('intent-name', CART, { [CART]: cart(name) })).toBeUndefined()
  },
)

it.each([
  ['src/ctx.ts', 'const LIMIT = 3\nexport { LIMIT }\nexport function ctx() {\n  return {}\n}', 'ctx'],
  ['src/ctx.ts', 'export const LIMIT = 3\nexport const Ctx = () => LIMIT\n', 'Ctx'],
  ['src/ctx.ts', 'export const systemCtx = () => ({})\n', undefined],
  ['src/ctx.ts', 'export const a = () => ({})\nexport const b = () => ({})\n', undefined],
  ['src/ctx.ts', 'export const limit = 3\n', undefined],
  ['src/middleware.ts', 'export const log = () => {}\nexport async function middleware() {}\n', 'middleware'],
  ['src/feed.ts', 'export const feed = { items: () => [] }\n', undefined],
])('convention-default-export gives %s the default export that is meant', async (file, text, name) => {
  const after = name && `${text}${text.endsWith('\n') ? '' : '\n'}\nexport default ${name}\n`
  expect(await fixed('convention-default-export', file, { [file]: text })).toBe(after)
})

const TEA = 'src/routes/teas/[slug].tsx'
const ANY = 'src/routes/docs/[...path].tsx'

it.each([
  [TEA, "['sencha', 7]", "[{ slug: 'sencha' }, { slug: '7' }]"],
  [TEA, '[{ slug: 7 }]', "[{ slug: '7' }]"],
  [ANY, "[{ path: ['guide', 'first'] }]", "[{ path: 'guide/first' }]"],
  [TEA, "[{ slug: ['a'] }]", undefined],
])('static-params writes in %s, for %s, the intended code', async (file, before, after) => {
  const page = (params: string) => `export const staticParams = ${params}\nexport default () => <p>Tea</p>\n`
  expect(await fixed('static-params', file, { [file]: page(before) })).toBe(after && page(after))
})

const CACHED = 'src/routes/index.tsx'

it.each([
  ['{ maxAge: 60 }', "{ scope: 'private', maxAge: 60 }"],
  ['{}', "{ scope: 'private' }"],
  ["{ scope: 'public', tags: 'tea' }", "{ scope: 'public', tags: ['tea'] }"],
  ["{ scope: 'public', tags: '' }", undefined],
])('cache-policy makes a policy of %s', async (before, after) => {
  const page = (policy: string) => `export const cache = ${policy}\nexport default () => <p>Tea</p>\n`
  expect(await fixed('cache-policy', CACHED, { [CACHED]: page(before) })).toBe(after && page(after))
})

it.each([
  [
    '/** None. */\nexport const staticParams = []\n\nexport default () => <p>Tea</p>\n',
    'export default () => <p>Tea</p>\n',
  ],
  [
    'export function staticParams() {\n  return []\n}\nexport default () => <p>Tea</p>\n',
    'export default () => <p>Tea</p>\n',
  ],
  ['export const staticParams = []\nexport default () => <p>{staticParams.length}</p>\n', undefined],
  ['const a = 1\nexport { a as staticParams }\nexport default () => <p>{a}</p>\n', undefined],
])('route-export removes an unused export, if no other code needs it: %j', async (before, after) => {
  expect(await fixed('route-export', CACHED, { [CACHED]: before })).toBe(after)
})

const ENV = 'src/env.ts'

it.each([
  ['interface Env {\n  URL: string\n}\n', 'export interface Env {\n  URL: string\n}\n'],
  ['export interface Env {\n  PORT: number | null\n}\n', 'export interface Env {\n  PORT?: number\n}\n'],
  ['export type Env = { PORT?: null | number }\n', 'export type Env = { PORT?: number }\n'],
  ['export interface Env {\n  LISTEN: string | number\n}\n', undefined],
])('env-type makes a type of %j that the environment can have', async (before, after) => {
  expect(await fixed('env-type', ENV, { [ENV]: before })).toBe(after)
})

it.each([
  ['{\n  "name": "tea",\n  "fw": { "title": "Tea" }\n}\n', '{\n  "name": "tea"\n}\n'],
  ['{\n  "fw": {},\n  "name": "tea"\n}\n', '{\n  "name": "tea"\n}\n'],
])('package-config removes the unused field: %j', async (before, after) => {
  const files = { 'package.json': before, 'fw.config.ts': 'export default {}\n' }
  expect(await fixed('package-config', 'package.json', files)).toBe(after)
})

const CONFIG = 'fw.config.ts'
const [WIDE, NARROW, OTHER] = [
  "{ from: '/blog/[...path]', to: '/' }",
  "{ from: '/blog/a', to: '/' }",
  "{ from: '/b', to: '/' }",
]

it.each([
  [`[${WIDE}, ${NARROW}]`, `[${NARROW}, ${WIDE}]`],
  [`[\n    ${WIDE},\n    ${NARROW},\n  ]`, `[\n    ${NARROW},\n    ${WIDE},\n  ]`],
  [`[${WIDE}, ${OTHER}, ${NARROW}]`, `[${NARROW}, ${WIDE}, ${OTHER}]`],
  [
    `[${OTHER}, ${WIDE}, ${NARROW}, ${OTHER.replace('/b', '/c')}]`,
    `[${OTHER}, ${NARROW}, ${WIDE}, ${OTHER.replace('/b', '/c')}]`,
  ],
])('shadowed-path-rule moves a rule up: %s', async (before, after) => {
  const config = (redirects: string) => `export default {\n  redirects: ${redirects},\n}\n`
  expect(await fixed('shadowed-path-rule', CONFIG, { [CONFIG]: config(before) })).toBe(config(after))
})

it('shadowed-path-rule removes a rewrite that a redirect shadows', async () => {
  const config = (rewrites: string) => `export default { redirects: [${WIDE}], rewrites: [${rewrites}] }\n`
  const rewrite = "{ from: '/tea', to: '/blog/b' }"
  const files = {
    [CONFIG]: config(`${NARROW}, ${rewrite}`),
    'src/routes/blog/b.tsx': 'export default () => <p>B</p>\n',
  }
  expect(await fixed('shadowed-path-rule', CONFIG, files)).toBe(config(rewrite))
})

const API = 'src/server/shop.api.ts'

/** The fixes of one api module, whose parts are cases of their own: its types are read once. */
it('contracts and guards: tags of the right name, types that JSON carries, guards that decide at each call', async () => {
  const rows = [
    ['invalid-doc-tag', '/** @minimum 1 */ name: string', '/** @minLength 1 */ name: string'],
    ['invalid-doc-tag', '/** @maxLength 9 */ count: number', '/** @maximum 9 */ count: number'],
    ['invalid-doc-tag', '/** @minLength 1 */ tags: string[]', '/** @minItems 1 */ tags: string[]'],
    ['invalid-doc-tag', '/** @minimum 1.5 */ half: string', undefined],
    ['invalid-doc-tag', '/** @minimum 1 @minLength 2 */ both: string', undefined],
    ['ignored-doc-tag', '/** @format date-tim */ at: string', '/** @format date-time */ at: string'],
    ['ignored-doc-tag', '/** @example two of them */ amount: number', '/** @remarks two of them */ amount: number'],
    ['ignored-doc-tag', '/** @example {size: */ size: number', undefined],
    ['unrepresentable-type', 'pattern: RegExp', 'pattern: string'],
    ['unrepresentable-type', 'later: Promise<number>', 'later: number'],
    ['unrepresentable-type', 'photo: File', 'photo: { name: string; type: string; bytes: Uint8Array }'],
    ['unrepresentable-type', 'scans: readonly Blob[]', 'scans: readonly Uint8Array[]'],
    ['unrepresentable-type', 'all: FileList', 'all: { name: string; type: string; bytes: Uint8Array }[]'],
    ['unrepresentable-type', 'total: () => number', undefined],
  ] as const
  const guards = [
    ["process.env.SAFE ? 'auto' : 'confirm'", "() => (process.env.SAFE ? 'auto' : 'confirm')"],
    [
      "(process.env.GUARD as 'auto' | undefined) ?? 'confirm'",
      "() => ((process.env.GUARD as 'auto' | undefined) ?? 'confirm')",
    ],
    ['readGuard()', undefined],
  ] as const
  const module = (members: readonly string[], choices: readonly string[]) =>
    [
      "import { api, type Call } from '@fw/runtime'",
      "declare function readGuard(): 'auto' | 'confirm'",
      ...members.map((member, index) => `interface Input${index} {\n  ${member}\n}`),
      ...members.map(
        (_, index) =>
          `/** Takes the input of case ${index}, and counts it. */\nexport const take${index} = api({ run: async ({ input }: Call<Input${index}>) => Object.keys(input).length })`,
      ),
      ...choices.map(
        (guard, index) =>
          `/** Guarded by choice ${index}, and counts. */\nexport const guarded${index} = api({ guard: ${guard}, run: async () => 1 })`,
      ),
      '',
    ].join('\n')
  const before = module(
    rows.map(([, member]) => member),
    guards.map(([guard]) => guard),
  )
  const app = temporaryApp({ [API]: before })
  const found = (await check(app)).diagnostics
  expect(found.map(({ code }) => code).sort()).toEqual(
    [...rows.map(([code]) => code), ...guards.map(() => 'api-dynamic-field')].sort(),
  )
  const { texts } = applyFixes(found, () => before)
  expect(texts.get(API)).toBe(
    module(
      rows.map(([, member, after]) => after ?? member),
      guards.map(([guard, after]) => after ?? guard),
    ),
  )
  app.write(API, texts.get(API))
  const left = [...rows, ...guards.map(([guard, after]) => ['api-dynamic-field', guard, after] as const)].filter(
    ([, , after]) => after === undefined,
  )
  expect((await check(app)).diagnostics.map(({ code }) => code).sort()).toEqual(left.map(([code]) => code).sort())
})

const RUNTIME = "from '@fw/runtime'\n"
const SHELF = 'src/routes/shelf/[kind]/index.tsx'

it.each([
  [
    'a page',
    SHELF,
    'export default ({ params }) => <p>{params.kind}</p>\n',
    `import type { PageProps } ${RUNTIME}export default ({ params }: PageProps<'/shelf/[kind]'>) => <p>{params.kind}</p>\n`,
  ],
  [
    'a page with imports',
    SHELF,
    `import { notFound } ${RUNTIME}export default async function Shelf(props) {\n  return notFound(props)\n}\n`,
    `import { notFound, type PageProps } ${RUNTIME}export default async function Shelf(props: PageProps<'/shelf/[kind]'>) {\n  return notFound(props)\n}\n`,
  ],
  [
    'a page without parentheses',
    SHELF,
    `import type { PageMeta } ${RUNTIME}const Shelf = props => <p>{props.params.kind}</p>\nexport default Shelf\n`,
    `import type { PageMeta, PageProps } ${RUNTIME}const Shelf = (props: PageProps<'/shelf/[kind]'>) => <p>{props.params.kind}</p>\nexport default Shelf\n`,
  ],
  [
    'the type of another page',
    SHELF,
    `import type { PageProps } ${RUNTIME}export default ({ params }: PageProps<'/shelf'>) => <p>{params.kind}</p>\n`,
    `import type { PageProps } ${RUNTIME}export default ({ params }: PageProps<'/shelf/[kind]'>) => <p>{params.kind}</p>\n`,
  ],
  [
    'a meta function',
    SHELF,
    'export const meta = async ({ params }) => ({ title: params.kind })\nexport default () => <p />\n',
    `import type { MetaProps } ${RUNTIME}export const meta = async ({ params }: MetaProps<'/shelf/[kind]'>) => ({ title: params.kind })\nexport default () => <p />\n`,
  ],
  [
    'a layout',
    'src/routes/shelf/[kind]/_layout.tsx',
    'export default ({ children, params }) => <main title={params.kind}>{children}</main>\n',
    `import type { LayoutProps } ${RUNTIME}export default ({ children, params }: LayoutProps<'/shelf/[kind]'>) => <main title={params.kind}>{children}</main>\n`,
  ],
  [
    'the layout of all pages',
    'src/routes/_layout.tsx',
    '// All pages.\nexport default ({ children }) => <main>{children}</main>\n',
    `// All pages.\nimport type { LayoutProps } ${RUNTIME}export default ({ children }: LayoutProps) => <main>{children}</main>\n`,
  ],
  [
    'the error page',
    'src/routes/_500.tsx',
    'export default ({ error }) => <p>{String(error)}</p>\n',
    `import type { ErrorPageProps } ${RUNTIME}export default ({ error }: ErrorPageProps) => <p>{String(error)}</p>\n`,
  ],
  [
    'no page whose file has another type of this name',
    SHELF,
    'interface PageProps { readonly params: { readonly kind: string } }\nexport default ({ params }) => <p>{params.kind}</p>\nexport type { PageProps }\n',
    undefined,
  ],
])('untyped-route types %s', async (_, file, text, expected) => {
  const page = 'export default () => <p>Shelf</p>\n'
  expect(await fixed('untyped-route', file, { 'src/routes/shelf/index.tsx': page, [file]: text })).toBe(expected)
})

it.each([
  ['a type of its own', SHELF, 'export default (props: { params: { kind: string } }) => <p>{props.params.kind}</p>\n'],
  [
    'the type of its constant',
    SHELF,
    `import type { MetaFunction } ${RUNTIME}export const meta: MetaFunction<'/shelf/[kind]'> = ({ params }) => ({ title: params.kind })\nexport default () => <p />\n`,
  ],
  ['JavaScript', 'src/routes/shelf/index.jsx', 'export default ({ params }) => <p>{params.kind}</p>\n'],
])('untyped-route accepts %s', async (_, file, text) => {
  const { diagnostics } = await check(temporaryApp({ [file]: text }))
  expect(diagnostics.filter(({ code }) => code === 'untyped-route')).toEqual([])
})
