/** Stores that `src/stores.ts` re-exports: in production and in development, whichever module a component imports. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../../browser/chromium.ts'
import type { Running } from '../support/fixture.ts'
import { type WrittenApp, writeApp } from '../support/written-app.ts'

const storeOf = (name: string) => `import { defineStore, type StoreCall } from '@fw/runtime'

interface Lines { lines: string[] }
export const ${name} = defineStore({ lines: ['first'] } as Lines, {
  description: 'Lines.',
  expose: ['lines'],
  actions: {
    add: {
      description: 'Adds a line.',
      run: ({ set, state, input }: StoreCall<Lines, { line: string }>) => set('lines', state.lines.length, input.line),
    },
  },
})
`
const componentOf = (name: string, from: string) => `import { useStore } from '@fw/runtime'
import { ${name} } from '${from}'

export function ${name.charAt(0).toUpperCase()}${name.slice(1)}Panel() {
  const [state, actions] = useStore(${name})
  return <button type="button" onClick={() => void actions.add({ line: 'more' })}>${name} {state.lines.join()}</button>
}
`
const FILES = {
  'src/stores.ts': `export { cart } from './cart-store.ts'
export * from './more/index.ts'
export const own = 1
`,
  'src/cart-store.ts': storeOf('cart'),
  'src/more/index.ts': "export * from './wishes.ts'\nexport { plans } from './plans.ts'\n",
  'src/more/wishes.ts': storeOf('wishes'),
  'src/more/plans.ts': storeOf('plans'),
  'src/cart-panel.tsx': componentOf('cart', './stores.ts'),
  'src/wishes-panel.tsx': componentOf('wishes', './stores.ts'),
  'src/plans-panel.tsx': componentOf('plans', './stores.ts'),
  'src/direct-panel.tsx': componentOf('cart', './cart-store.ts').replace('CartPanel', 'DirectPanel'),
  'src/routes/index.tsx': `import { CartPanel } from '../cart-panel.tsx'
import { PlansPanel } from '../plans-panel.tsx'
import { WishesPanel } from '../wishes-panel.tsx'

export const meta = { title: 'Home' }
export default () => <main><CartPanel /><WishesPanel /><PlansPanel /></main>
`,
  'src/routes/direct.tsx': `import { DirectPanel } from '../direct-panel.tsx'

export const meta = { title: 'Direct' }
export default () => <main><DirectPanel /></main>
`,
}

let chromium: Chromium
let app: WrittenApp
beforeAll(async () => {
  chromium = await launchChromium()
  app = writeApp(FILES)
})
afterAll(async () => {
  app.remove()
  await chromium.close()
})

describe.each(['start', 'dev'] as const)('with fw %s', (command) => {
  let server: Running
  beforeAll(async () => {
    server = await app[command]()
  }, 120_000)
  afterAll(() => server.stop('SIGTERM').then(() => undefined))

  it.each([
    ['/', ['cart', 'wishes', 'plans']],
    ['/direct', ['cart']],
  ])('the stores of %s change, also by the calls of an agent, whose input is checked', async (path, names) => {
    const { page } = await chromium.open(new URL(path, server.url).href)
    page.setDefaultTimeout(8000)
    for (const name of names) {
      await page.getByRole('button', { name: `${name} first` }).click()
      await page.getByRole('button', { name: `${name} first,more` }).waitFor()
    }
    for (const name of names) {
      await page.evaluate((tool) => window.fw?.call(tool, { line: 'called' }), `${name}.add`)
      await page.getByRole('button', { name: `${name} first,more,called` }).waitFor()
      const refused = page.evaluate((tool) => window.fw?.call(tool, { line: 1 }), `${name}.add`)
      expect(await refused.then(JSON.stringify, String)).toMatch(/line.*must be/)
    }
    await page.close()
  })
})
