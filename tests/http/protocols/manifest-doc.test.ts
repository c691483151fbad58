/** Runs the examples of `docs/guide/manifest.md` unchanged. Its other statements are tested in `shows-and-does.test.ts`. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classifyComponents } from '../../../compiler/src/jsx/analyze-module.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const page = readFileSync(new URL('../../../docs/guide/manifest.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
const [stores = ''] = blocks('ts')
const [cart = ''] = blocks('tsx')

let compiled: CompiledRoutes
let storeDefs: Record<string, never>
beforeAll(async () => {
  compiled = compileRoutes({
    'stores.ts': stores,
    'components/cart.tsx': cart,
    'routes/cart.tsx': "import { Cart } from '../components/cart.tsx'\nexport default () => <Cart />",
  })
  storeDefs = (await compiled.load('stores.ts')) as typeof storeDefs
})
afterAll(() => compiled.close())

describeTransports('the page about the manifest', (start) => {
  test('the manifest describes the component as documented', async () => {
    const { request } = await start({ ...compiled.options, storeDefs: { ...storeDefs } })
    const { components } = (await (await request('/_fw/manifest?path=/cart')).json()) as { components: unknown[] }
    expect(components).toEqual(blocks('json').map((text) => JSON.parse(text)))
  })
})

test('the bindings of its component are those of its table', () => {
  const [component] = classifyComponents({
    code: cart,
    file: '/app/src/components/cart.tsx',
    root: '/app',
    bindingMaps: true,
  })
  const rows = [...page.matchAll(/^\| `(form[^`]*)`[^|]* \|([^|]*)\|([^|]*)\|$/gm)].map(([, at, ...lists]) => [
    at,
    ...lists.map((list) => [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  ])
  expect(rows).toHaveLength(4)
  expect(component?.bindings?.map(({ at, reads, calls }) => [at, reads, calls])).toEqual(rows)
})
