/** Markup that was injected into a page, with data as the framework writes it for islands. A strict policy allows all that the loader imports. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'
import { bundleOnce, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('island-app', import.meta.url))
/** A file of the app whose exports are no islands. */
const OWN_CHUNK = '/assets/own-chunk.js'
const PAGES = {
  'styles.tsx': `export const Styles = () => <style>{globalThis.fwTestStyles ?? ''}</style>`,
  'routes/themed.tsx': `import { Counter } from '../counter.tsx'
import { Styles } from '../styles.tsx'
export default () => <main><Styles /><Counter start={1} label="own" /></main>`,
  'routes/late-themed.tsx': `import { createResource, Suspense } from 'solid-js'
import { Counter } from '../counter.tsx'
import { Styles } from '../styles.tsx'
function Late() {
  const [data] = createResource(() => new Promise((resolve) => setTimeout(resolve, 50, 'late')))
  return <p>{data()} <Counter start={1} label="own" /></p>
}
export default () => <main><Styles /><Suspense fallback={<i>wait</i>}><Late /></Suspense></main>`,
  'routes/themed-basket.tsx': `import { AddLine } from '../basket.tsx'
import { basket } from '../stores.ts'
import { Styles } from '../styles.tsx'
export default ({ ctx }) => {
  basket.seed(ctx, { lines: [{ sku: 'own', qty: 1 }] })
  return <main><Styles /><AddLine /></main>
}`,
}

interface Site {
  readonly origin: string
  readonly fw: FwServer
  readonly http: Server
}

let compiled: CompiledRoutes
let built: Awaited<ReturnType<typeof bundleOnce>>
let strict: Site
let open: Site
let chromium: Chromium
let opened: OpenPage | undefined

beforeAll(async () => {
  const sources = readSources(FOLDER)
  ;[built, chromium] = await Promise.all([bundleOnce(FOLDER, sources), launchChromium()])
  compiled = compileRoutes({ ...sources, ...PAGES })
  strict = await serve(true)
  open = await serve(false)
})
afterEach(async () => {
  await opened?.page.close()
  Object.assign(globalThis, { fwTestStyles: undefined })
})
afterAll(async () => {
  await chromium?.close()
  for (const { fw, http } of [strict, open].filter(Boolean)) {
    http.closeAllConnections()
    http.close()
    await fw.close()
  }
  compiled?.close()
})

async function serve(csp: boolean): Promise<Site> {
  const { out, ...assets } = built
  const fw = createFwServer({ ...compiled.options, ...assets, csp, log: () => undefined })
  const answer = createNodeListener(fw)
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (!pathname.startsWith('/assets/')) return answer(request, response)
    const code =
      pathname === OWN_CHUNK
        ? 'export const Run = (props) => { window.ran = props.text; return "" }'
        : readFileSync(join(out, pathname))
    response.setHeader('content-type', 'text/javascript').end(code)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, fw, http } // a TCP server has this form
}

async function visit({ origin }: Site, path: string, injected: string): Promise<OpenPage> {
  Object.assign(globalThis, { fwTestStyles: `</style>${injected}<style>` })
  opened = await chromium.open(origin + path)
  return opened
}

const writeData = (id: string, data: object) =>
  `<script type="application/json" id="${id}" nonce="x">${JSON.stringify(data)}</script>`

const writeIsland = (component: string, props: object) =>
  `<fw-island i="99" c="${component}" on="load" p='${JSON.stringify(props)}' r></fw-island>`

test.each(['/themed', '/late-themed'])(
  'an injected map of islands under csp runs no export of a chunk: %s',
  async (path) => {
    const map = { m: { own: OWN_CHUNK.slice(1) }, n: { 'own#Run': 'Run' }, h: built.islandModules.hydrate.slice(1) }
    const { page, requests } = await visit(
      strict,
      path,
      writeData('fw-islands-0', map) + writeIsland('own#Run', { text: 'x' }),
    )
    const own = page.locator('button.counter')
    await page.locator('fw-island[ok] button.counter').waitFor()
    await own.click()
    await page.getByText('own: 2').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('fw-island[i="99"]').count()).toBe(1)
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
    expect(requests).not.toContain(OWN_CHUNK)
  },
)

test.each([['with csp'], ['without csp']])(
  'an injected island runs no other export of a chunk of the page: %s',
  async (kind) => {
    const { names } = built.islandModules
    const other = Object.keys(names).find((id) => names[id] === 'Basket') ?? ''
    expect(other).toContain('#Basket')
    const { page } = await visit(kind === 'with csp' ? strict : open, '/themed-basket', writeIsland(other, {}))
    await page.locator('fw-island[ok] .add-line').waitFor()
    await page.locator('fw-island[i="99"][err]').waitFor({ state: 'attached' })
    expect(await page.locator('.basket').count()).toBe(0)
  },
)

test('injected state of a store under csp is ignored', async () => {
  // In the format of values that JSON can't express, which is read later than JSON.
  const state = '[{"lines":1},[2,2,2],{"sku":3,"qty":4},"evil",1]'
  const { page } = await visit(strict, '/themed-basket', writeData('fw-stores-9', { x: { basket: state } }))
  await page.locator('fw-island[ok] .good').click()
  await expect.poll(() => page.locator('.add-line b').textContent()).toBe('2')
})

test('a page whose scripts are all in its body has the nonce in its head', async () => {
  const { page } = await visit(strict, '/late-themed', '<script nonce="first"></script>')
  await page.locator('fw-island[ok] button.counter').waitFor()
  const nonces = await page.evaluate(() => [
    document.querySelector<HTMLElement>('html>head>script[nonce]')?.nonce,
    document.querySelector<HTMLElement>('script#fw-islands')?.nonce,
  ])
  expect(nonces[0]).toMatch(/^[\w+/]{24}$/)
  expect(nonces[1]).toBe(nonces[0])
})
