/** Markup that was injected into a late part of a page or into a slot that isn't shown yet. A script of the framework moves both. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { bundleOnce, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('island-app', import.meta.url))
const add = (name: string) => `window.ran = [...(window.ran ?? []), '${name}']`
const script = (name: string) => `<script>${add(name)}</script>`
/** As a page that doesn't escape untrusted content has it. */
const SCRIPTS = [
  script('inline'),
  `<svg>${script('svg')}</svg>`,
  '<script src="/assets/other.js"></script>',
  `<script nonce="guess">${add('nonce')}</script>`,
].join('')
const ROOTS = ['open', 'closed']
  .map((mode) => `<div><template shadowrootmode="${mode}">${script(mode)}</template></div>`)
  .join('')
const CONTENT = `export const Content = ({ nonce }) => <article class="content">
  <div innerHTML={globalThis.fwTestMarkup ?? ''} />
  <script nonce={nonce}>{${JSON.stringify(add('own'))}}</script>
  <textarea class="text">{'\\n\\nlines'}</textarea>
</article>`
const PAGES = {
  'content.tsx': CONTENT,
  'routes/plain-content.tsx': `import { Content } from '../content.tsx'
export default ({ nonce }) => <main><Content nonce={nonce} /></main>`,
  'routes/late-content.tsx': `import { createResource, Suspense } from 'solid-js'
import { Content } from '../content.tsx'
import { Counter } from '../counter.tsx'
function Late(props) {
  const [data] = createResource(() => new Promise((resolve) => setTimeout(resolve, 50, 'late')))
  return <section><p>{data()}</p><Content nonce={props.nonce} /><Counter start={1} label="late" /></section>
}
export default ({ nonce }) => <main><Suspense fallback={<i>wait</i>}><Late nonce={nonce} /></Suspense></main>`,
  'routes/closed-content.tsx': `import { Content } from '../content.tsx'
import { Counter } from '../counter.tsx'
import { Panel } from '../panel.tsx'
export default ({ nonce, search }) => <main>
  <h1>Version {search.get('version') ?? 1}</h1>
  <a id="newer" href="/closed-content?version=2">Newer</a>
  <Panel title="Panel" open={false}><Content nonce={nonce} /><Counter start={1} label="slot" /></Panel>
</main>`,
  'routes/link.tsx': `import { Counter } from '../counter.tsx'
export default () => <main><Counter start={1} label="first" /><a id="closed" href="/closed-content">Closed</a></main>`,
}

interface Site {
  readonly origin: string
  readonly fw: FwServer
  readonly http: Server
}

let compiled: CompiledRoutes
let chromium: Chromium
let strict: Site
let open: Site

beforeAll(async () => {
  const sources = readSources(FOLDER)
  const [built, browser] = await Promise.all([bundleOnce(FOLDER, sources), launchChromium()])
  chromium = browser
  compiled = compileRoutes({ ...sources, ...PAGES })
  strict = await serve(built, true)
  open = await serve(built, false)
})
afterAll(async () => {
  await chromium?.close()
  for (const { fw, http } of [strict, open].filter(Boolean)) {
    http.closeAllConnections()
    http.close()
    await fw.close()
  }
  compiled?.close()
  Object.assign(globalThis, { fwTestMarkup: undefined })
})

async function serve({ out, ...assets }: Awaited<ReturnType<typeof bundleOnce>>, csp: boolean): Promise<Site> {
  const fw = createFwServer({ ...compiled.options, ...assets, csp, log: () => undefined })
  const answer = createNodeListener(fw)
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (!pathname.startsWith('/assets/')) return answer(request, response)
    const code = pathname === '/assets/other.js' ? add('file') : readFileSync(join(out, pathname))
    response.setHeader('content-type', 'text/javascript').end(code)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, fw, http } // a TCP server has this form
}

/** Shows the content in some way, and returns the names of the scripts that ran. */
async function show(site: Site, path: string, ...ids: readonly string[]) {
  // The browser loads a page that declares shadow roots.
  const injected = ids.some((id) => /closed|newer/.test(id)) ? SCRIPTS : SCRIPTS + ROOTS
  Object.assign(globalThis, { fwTestMarkup: ids.includes('newer') ? '' : injected })
  const { page } = await chromium.open(site.origin + path)
  try {
    const isNavigating = ids.length > 0 && (await page.locator('#fw-navigation').count()) > 0
    if (isNavigating) await page.locator('#fw-announcer').waitFor({ state: 'attached' })
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    for (const id of ids) {
      Object.assign(globalThis, { fwTestMarkup: injected })
      if (id === 'panel') await page.locator('fw-island[ok] > section > .toggle').click()
      else await page.locator(`#${id}`).click()
      if (id === 'newer') await page.getByText('Version 2').waitFor()
    }
    await page.locator('.content').waitFor()
    expect(await page.locator('.text').inputValue()).toBe('\nlines')
    if (path !== '/plain-content') {
      await page.locator('fw-island[ok] .counter').click()
      await page.locator('.counter', { hasText: ': 2' }).waitFor()
    }
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)
    return await page.evaluate(() => (Reflect.get(window, 'ran') as string[] | undefined)?.sort())
  } finally {
    await page.close()
  }
}

test.each([
  ['in the page', '/plain-content', []],
  ['in a late part', '/late-content', []],
  ['in a closed slot', '/closed-content', ['panel']],
  ['in a closed slot of the next page', '/link', ['closed', 'panel']],
  ['in a closed slot of a newer version of the page', '/closed-content', ['newer', 'panel']],
])('under csp, injected scripts %s do not run, and those of the page do', async (_, path, ids) => {
  expect(await show(strict, path, ...ids)).toEqual(['own'])
})

test.each([
  ['in a late part', '/late-content', []],
  ['in a closed slot', '/closed-content', ['panel']],
])('without csp, all scripts %s run, as in the page', async (_, path, ids) => {
  const plain = await show(open, '/plain-content')
  expect(plain).toContain('closed')
  expect(await show(open, path, ...ids)).toEqual(plain)
})
