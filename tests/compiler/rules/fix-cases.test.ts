import { expect, it } from 'vitest'
import { applyFixes, check } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'
import type { Files } from './rule-pages.ts'

/** `file` after the first fix of each finding of one rule; what was found must be found no more. */
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
    'what is used elsewhere',
    'export function onAudits() {}\nconst all = { onAudits }\nall.onAudits()\nonAudits()\n',
    'export function onAudit() {}\nconst all = { onAudits: onAudit }\nall.onAudits()\nonAudit()\n',
  ],
  ['a name that is taken', 'const onAudit = 1\nexport const onAudits = () => onAudit\n', undefined],
  ['a hook that is there', 'export const onAudit = () => {}\nexport const onAudits = () => {}\n', undefined],
  ['two things of the name', 'export const onAudits = (onAudits: () => void) => onAudits()\n', undefined],
  ['what is like no hook', 'export const PAGE_SIZE = 20\n', undefined],
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

it.each([
  [['"buy--now_"'], ['"buy_now"']],
  [["'9-lives'"], ["'lives'"]],
  [["'_buy'", "'buy'"], undefined],
  [["'__'"], undefined],
])('intent-name makes a name of %j where one is left', async (before, after) => {
  const text = await fixed('intent-name', CART, { [CART]: cart(...before) })
  expect(text).toBe(after && cart(...after))
})

it.each([
  ['src/ctx.ts', 'const LIMIT = 3\nexport { LIMIT }\nexport function ctx() {\n  return {}\n}', 'ctx'],
  ['src/ctx.ts', 'export const LIMIT = 3\nexport const read = () => LIMIT\n', 'read'],
  ['src/ctx.ts', 'export const a = () => ({})\nexport const b = () => ({})\n', undefined],
  ['src/ctx.ts', 'export const limit = 3\n', undefined],
  ['src/middleware.ts', 'export const log = () => {}\nexport async function middleware() {}\n', 'middleware'],
  ['src/feed.ts', 'export const feed = { items: () => [] }\n', 'feed'],
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
])('static-params writes in %s, for %s, what is meant', async (file, before, after) => {
  const page = (params: string) => `export const staticParams = ${params}\nexport default () => <p>Tea</p>\n`
  expect(await fixed('static-params', file, { [file]: page(before) })).toBe(after && page(after))
})
