/** Errors that an `ErrorBoundary` of the app catches and renders, on the real `fw dev`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const IMPORTS = `import { createResource, createSignal, ErrorBoundary, type JSX, Show, Suspense } from 'solid-js'
import { fail } from '../server/shelf.api.ts'
function Throws(): JSX.Element { throw new Error('broken part') }
const Fallback = (error: unknown) => <p class="caught">caught: {error instanceof Error ? 'an error' : 'something'}</p>
`

/** Bodies of the component `Part`. A button is clicked where there is one. */
const CAUGHT: Readonly<Record<string, string>> = {
  'both sides': `return <div onClick={() => 0}><ErrorBoundary fallback={Fallback}><Throws /></ErrorBoundary></div>`,
  'after a click': `const [on, setOn] = createSignal(false)
    return <div><button type="button" onClick={() => setOn(true)}>go</button><ErrorBoundary fallback={Fallback}><Show when={on()}><Throws /></Show></ErrorBoundary></div>`,
  'of an effect': `const [on, setOn] = createSignal(false)
    return <div><button type="button" onClick={() => setOn(true)}>go</button><ErrorBoundary fallback={Fallback}><b>{on() ? String((undefined as unknown as Date).getTime()) : ''}</b></ErrorBoundary></div>`,
  'of a resource': `const [on, setOn] = createSignal(false); const [data] = createResource(on, async () => { throw new Error('no data') })
    return <div><button type="button" onClick={() => setOn(true)}>go</button><ErrorBoundary fallback={Fallback}><Suspense><b>{data()}</b></Suspense></ErrorBoundary></div>`,
  'of a call': `const [on, setOn] = createSignal(false); const [data] = createResource(on, () => fail({ sku: 'lamp' }))
    return <div><button type="button" onClick={() => setOn(true)}>go</button><ErrorBoundary fallback={Fallback}><Suspense><b>{data()}</b></Suspense></ErrorBoundary></div>`,
  'of a call on the server': `const [data] = createResource(() => fail({ sku: 'vase' }))
    return <div onClick={() => 0}><ErrorBoundary fallback={Fallback}><Suspense><b>{data()}</b></Suspense></ErrorBoundary></div>`,
}

const toName = (title: string) => title.replaceAll(' ', '-')

let app: WrittenApp
let dev: Running
let chromium: Chromium
beforeAll(async () => {
  const files: Record<string, string> = {
    'src/server/shelf.api.ts': `import { api, type Call } from '@fw/runtime'
/** Fails. */
export const fail = api({ run: async ({ input }: Call<{ sku: string }>): Promise<string> => { throw new RangeError('no ' + input.sku) } })`,
    'src/routes/static.tsx': `${IMPORTS}export const meta = { title: 'Static' }
export default function Page() { return <main><ErrorBoundary fallback={Fallback}><Throws /></ErrorBoundary></main> }`,
  }
  for (const [title, body] of Object.entries(CAUGHT)) {
    files[`src/components/${toName(title)}.tsx`] = `${IMPORTS}export function Part() {\n  ${body}\n}\n`
    files[`src/routes/${toName(title)}.tsx`] =
      `import { Part } from '../components/${toName(title)}.tsx'\nexport const meta = { title: 'Caught' }\nexport default function Page() { return <Part /> }\n`
  }
  app = writeApp(files)
  ;[dev, chromium] = await Promise.all([app.dev(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await dev?.stop('SIGINT')
  app?.remove()
})

test.each([...Object.keys(CAUGHT), 'static'])(
  'an error that a boundary renders opens no overlay: %s',
  async (title) => {
    const { page, logs } = await chromium.open(new URL(`/${toName(title)}`, dev.url).href)
    if (title !== 'static') await page.locator('fw-island[ok]').waitFor()
    for (const button of await page.getByRole('button').all()) await button.click()
    await page.locator('.caught').waitFor()
    // An overlay would open by then: the server reports each error over a socket.
    await page.waitForTimeout(500)
    expect(await page.locator('fw-dev-overlay').count()).toBe(0)
    expect(logs.filter((line) => /Hydration/.test(line))).toEqual([])
    await page.close()
  },
)
