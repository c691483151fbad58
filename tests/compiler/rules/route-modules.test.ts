import { expect, it } from 'vitest'
import { check } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

const PAGE = 'export default () => <p>Hello</p>\n'
/** Shared code of routes. */
const IDS = "export const ids = [{ id: '1' }]\n"

/** Codes and messages of one route file. */
async function found(file: string, code: string, matchers?: string): Promise<readonly string[]> {
  const more: Record<string, string> = matchers === undefined ? {} : { 'src/matchers.ts': matchers }
  const { diagnostics } = await check(
    temporaryApp({ [`src/routes/${file}`]: code, 'src/routes/_ids.ts': IDS, ...more }),
  )
  return diagnostics.map(({ code: rule, message }) => `${rule}: ${message}`)
}

it.each([
  ['[id].tsx', `export const staticParams = [{ id: '1' }]\n${PAGE}`],
  ['[id].tsx', `export const staticParams = async () => [{ id: '1' }]\n${PAGE}`],
  ['[id].tsx', `export function staticParams() { return ['1'].map((id) => ({ id })) }\n${PAGE}`],
  ['[id].tsx', `import { ids } from './_ids.ts'\nexport const staticParams = ids\n${PAGE}`],
  [
    '[id].tsx',
    `const all = { a: 1 }\nexport const staticParams = () => Object.keys(all).map((id) => ({ ...all, id }))\n${PAGE}`,
  ],
  ['[[...path]].tsx', `export const staticParams = [{}, { path: 'a/b' }, { path: '' }, { path: undefined }]\n${PAGE}`],
  ['[...path].tsx', `export const staticParams = [{ path: 'a/b' }]\n${PAGE}`],
  ['[id=integer].tsx', `export const staticParams = [{ id: '-7' }]\n${PAGE}`],
  ['[id=uuid].tsx', `export const staticParams = [{ id: '0b6c9e6e-6f5a-4c1e-9d2a-3f1c2b4a5d6e' }]\n${PAGE}`],
  // Known only at run time.
  ['[id=size].tsx', `export const staticParams = [{ id: 'seven' }]\n${PAGE}`, 'export const size = () => true\n'],
  ['[id=integer].tsx', `export const staticParams = [{ id: 'seven' }]\n${PAGE}`, 'export const integer = () => true\n'],
  ['[id].tsx', `export const staticParams = ['a'].map((id) => ({ id: \`\${id}\` }))\n${PAGE}`],
  ['(shop)/[shop]/[id].tsx', `export const staticParams = [{ shop: 'a', id: 'b' }]\n${PAGE}`],
  ['index.tsx', `export const cache = { scope: 'public', maxAge: 60 * 60, tags: ['home'] } as const\n${PAGE}`],
  ['[id].tsx', `export const cache = { scope: 'private', swr: 0, cdn: false, tags: ['order-[id]'] }\n${PAGE}`],
  ['index.tsx', `export const data = 1\nexport const date = 2\nexport type metadata = 1\n${PAGE}`],
  ['index.tsx', `function Page() { return <p /> }\nexport { Page as default }\n`],
  ['_parts/list.tsx', 'export const List = () => <p />\n'],
])('%s with %s is fine', async (file, code, matchers?: string) => {
  expect(await found(file, code, matchers)).toEqual([])
})

it.each([
  ['[id].tsx', `export const staticParams = { id: '1' }\n${PAGE}`, 'static-params: staticParams of'],
  ['[id].tsx', `export const staticParams = ['1']\n${PAGE}`, "static-params: An entry of staticParams isn't an object"],
  ['[id].tsx', `export const staticParams = [{}]\n${PAGE}`, 'static-params: This entry of staticParams has no "id"'],
  [
    '[id].tsx',
    `export const staticParams = [{ id: 7 }]\n${PAGE}`,
    'static-params: The parameter "id" must be a string',
  ],
  [
    '[id].tsx',
    `export const staticParams = () => [7].map((n) => ({ id: '7', n }))\n${PAGE}`,
    'static-params: src/routes/[id].tsx has no parameter "n"',
  ],
  [
    '[id=integer].tsx',
    `export const staticParams = [{ id: 'seven' }]\n${PAGE}`,
    `static-params: The matcher "integer" doesn't accept "seven", so src/routes/[id=integer].tsx isn't shown there`,
  ],
  [
    '[id].tsx',
    `export const staticParams = [{ id: '' }]\n${PAGE}`,
    'static-params: The parameter "id" has an empty part',
  ],
  [
    '[id].tsx',
    `export const staticParams = [{ id: '..' }]\n${PAGE}`,
    'static-params: The parameter "id" has an empty part',
  ],
  [
    '[...path].tsx',
    `export const staticParams = [{ path: '/a' }]\n${PAGE}`,
    'static-params: The parameter "path" has an empty',
  ],
  [
    '[...path].tsx',
    `export const staticParams = [{ path: ['a', 'b'] }]\n${PAGE}`,
    'static-params: The parameter "path" must be a string',
  ],
  [
    '[id].tsx',
    `export const staticParams = [{ id: undefined }]\n${PAGE}`,
    'static-params: The parameter "id" must be a string',
  ],
  [
    '[id].tsx',
    `const id = 7\nexport const staticParams = [{ id: id }]\n${PAGE}`,
    'static-params: The parameter "id" must be a string',
  ],
  [
    'index.tsx',
    `export const staticParams = [{}]\n${PAGE}`,
    'route-export: The staticParams of src/routes/index.tsx are ignored',
  ],
  ['index.tsx', `export const cache = () => ({ scope: 'public' })\n${PAGE}`, 'cache-policy: The cache policy of'],
  [
    'index.tsx',
    `export const cache = { scope: 'public', maxage: 3 }\n${PAGE}`,
    `cache-policy: "maxage" isn't a field of a cache policy. Did you mean "maxAge"?`,
  ],
  [
    'index.tsx',
    `export const cache = { maxAge: 3 }\n${PAGE}`,
    'cache-policy: The cache policy of src/routes/index.tsx has no scope',
  ],
  [
    'index.tsx',
    `export const cache = { scope: process.env.SCOPE }\n${PAGE}`,
    "cache-policy: The cache scope isn't a literal",
  ],
  [
    'index.tsx',
    `export const cache = { scope: 'public', swr: -1 }\n${PAGE}`,
    'cache-policy: swr must be a number of seconds',
  ],
  [
    'index.tsx',
    `export const cache = { scope: 'public', cdn: 'yes' }\n${PAGE}`,
    'cache-policy: cdn must be true or false',
  ],
  ['index.tsx', `export const cache = { scope: 'public', tags: 'home' }\n${PAGE}`, 'cache-policy: tags must be a list'],
  [
    '[id].tsx',
    `export const cache = { scope: 'public', tags: ['[key]'] }\n${PAGE}`,
    'cache-policy: A tag uses the parameter "key"',
  ],
  ['index.tsx', 'export const helper = 1\n', 'route-default-export: src/routes/index.tsx is a page'],
  [
    '_layout.tsx',
    'export const Layout = (props: { children: unknown }) => <>{props.children}</>\n',
    'route-default-export: src/routes/_layout.tsx',
  ],
  ['_layout.tsx', `export const cache = {}\n${PAGE}`, 'route-export: The export "cache" of'],
  [
    'index.tsx',
    `export const Meta = {}\n${PAGE}`,
    'route-export: The export "Meta" of a page is ignored. Did you mean "meta"?',
  ],
  [
    '[id].tsx',
    `export const staticParam = []\n${PAGE}`,
    'route-export: The export "staticParam" of a page is ignored. Did you mean "staticParams"?',
  ],
  ['shop/_500.tsx', PAGE, 'misplaced-error-page: src/routes/shop/_500.tsx is ignored'],
])('%s with %s is reported', async (file, code, message) => {
  const all = await found(file, code)
  expect(all.length).toBe(1)
  expect(all[0]).toContain(message)
})
