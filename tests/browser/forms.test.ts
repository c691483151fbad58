/** Forms of apis in pages with scripts: in static parts and in islands, under a content security policy. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { bundle, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('apps/forms', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'fw-forms-'))
/** Posts wait for it. */
let gate = Promise.resolve()
const posts: string[] = []
let compiled: CompiledRoutes
let fw: FwServer
let http: Server
let origin: string
let browser: Chromium
let page: Page
const problems: string[] = []

beforeAll(async () => {
  const sources = readSources(FOLDER)
  compiled = compileRoutes(sources)
  const built = await bundle(FOLDER, sources, out)
  const desk = await compiled.load('desk.api.ts')
  fw = createFwServer({
    ...compiled.options,
    ...built,
    apis: { desk },
    uploads: { maxFileBytes: 500_000 },
    csp: true,
    log: () => undefined,
  })
  const answer = createNodeListener(fw)
  http = createServer(async (request, response) => {
    if (request.url?.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, request.url)))
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (request.method === 'POST') {
      posts.push(String(request.headers.accept))
      await gate
    }
    return answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server has this form
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  http?.closeAllConnections()
  http?.close()
  await fw?.close()
  compiled?.close()
  rmSync(out, { recursive: true, force: true })
})

beforeEach(async () => {
  await page?.close()
  page = await browser.context.newPage()
  problems.length = 0
  posts.length = 0
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (line) => {
    // Chromium logs every response with an error status.
    if (line.type() === 'error' && !line.text().includes('422')) problems.push(line.text())
  })
  await page.goto(origin)
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
})

const field = (form: string) => page.locator(`#${form} [name=name]`)
const focused = () => page.evaluate(() => document.activeElement?.id)

test('a form of the page is refused in place, with the focus on the first problem, and then leads on', async () => {
  await page.evaluate(() => Object.assign(window, { mark: 1 }))
  await field('plain').fill('A')
  await page.getByRole('button', { name: 'Plain' }).click()
  await page.locator('#plain [aria-invalid=true]').waitFor()
  expect(await field('plain').inputValue()).toBe('A')
  expect(await page.locator('#desk-order-name-error').textContent()).toBe('Enter at least 3 characters')
  expect(await focused()).toBe('desk-order-name')
  // The page is the same: nothing was reloaded, and the other form isn't affected.
  expect(await page.evaluate(() => 'mark' in window)).toBe(true)
  expect(await page.locator('#box [aria-invalid=true]').count()).toBe(0)
  await field('plain').fill('Ann')
  await page.getByRole('button', { name: 'Plain' }).click()
  await page.waitForURL('**/done')
  expect(posts).toEqual(['text/html', 'text/html'])
  expect(problems).toEqual([])
})

test('a form leads to the page as it is afterwards, not to the copy that was prefetched before', async () => {
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a href="/done">Ready</a>'))
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.headers()['x-fw-navigation'] === '1' || request.method() === 'POST')
      fetched.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.getByText('Ready').hover()
  await expect.poll(() => fetched).toEqual(['GET /done'])
  await field('plain').fill('Anna')
  await page.getByRole('button', { name: 'Plain' }).click()
  await page.getByRole('heading', { name: 'Done' }).waitFor()
  expect(fetched).toEqual(['GET /done', 'POST /', 'GET /done'])
})

test('a form of an island: pending, emptied at once, back when it is refused, and done without another page', async () => {
  let go = () => {}
  gate = new Promise((resolve) => {
    go = resolve
  })
  await field('box').fill('A')
  await page.getByRole('button', { name: 'Box' }).click()
  await page.locator('#box output', { hasText: 'sending' }).waitFor()
  expect(await field('box').inputValue()).toBe('')
  // Pressed again, it is sent once.
  await page.getByRole('button', { name: 'Box' }).click()
  go()
  await page.locator('#box [aria-invalid=true]').waitFor()
  expect(posts).toEqual(['application/json'])
  expect(await field('box').inputValue()).toBe('A')
  expect(await page.locator('#box b').textContent()).toBe('Please check the fields marked below.')
  expect(await focused()).toBe('desk-order-box-name')
  const key = await page.locator('#box [name="fw:key"]').inputValue()
  await field('box').fill('Ann')
  await page.getByRole('button', { name: 'Box' }).click()
  await page.locator('#box output', { hasText: '1 for Ann' }).waitFor()
  expect(await field('box').inputValue()).toBe('')
  expect(await page.locator('#box [aria-invalid=true]').count()).toBe(0)
  expect(await page.locator('#box [name="fw:key"]').inputValue()).not.toBe(key)
  expect(new URL(page.url()).pathname).toBe('/')
  expect(problems).toEqual([])
})

test('a form whose run fails is sent once, also where its page cannot show it', async () => {
  await page.goto(`${origin}/fragile`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Fail' }).click()
  await page.getByRole('button', { name: 'Fail' }).waitFor({ state: 'detached' })
  expect(await page.locator('body').textContent()).toContain('Something went wrong')
  expect(posts).toEqual(['text/html'])
  expect((await (await fetch(`${origin}/_fw/api/desk.failed`, { method: 'POST' })).json()) as unknown).toEqual({
    ok: true,
    result: { failures: 1 },
  })
  expect(problems.filter((line) => !line.includes('500'))).toEqual([])
})

test('content for browsers without scripts has no effect in the page of a failure', async () => {
  await page.goto(`${origin}/fragile`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Fail' }).click()
  const heading = page.getByRole('heading', { name: 'Something went wrong' })
  await heading.waitFor()
  expect(await page.locator('noscript').count()).toBe(1)
  expect(await page.locator('noscript > *').count()).toBe(0)
  expect(await heading.evaluate((node) => getComputedStyle(node).color)).toBe('rgb(0, 0, 0)')
  await page.waitForLoadState('networkidle')
  expect(page.url()).toMatch(/\/fragile$/)
})

test('a refused form that was injected into the page is not shown', async () => {
  const issues = [{ path: 'name', message: 'Call 555.' }]
  const form = { form: 'api.desk.order#box', values: {}, error: 'Call 555.', code: 'invalid_input', issues }
  Object.assign(globalThis, {
    fwTestStyles: `</style><script type="application/json" id="fw-form" nonce="x">${JSON.stringify(form)}</script>`,
  })
  await page.goto(`${origin}/themed`)
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  expect(await page.locator('script#fw-form').count()).toBe(1)
  await page.getByRole('button', { name: 'Show' }).click()
  await page.locator('#box').waitFor()
  expect(await page.locator('#box [aria-invalid=true]').count()).toBe(0)
  expect(await page.locator('#box').textContent()).not.toContain('Call')
})

test('a form that the browser sends itself contains the pressed button, also with fields named as its members', async () => {
  await page.goto(`${origin}/pick`)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const fields = ['submit', 'enctype', 'method'].map((name) => `<input type="hidden" name="${name}">`)
    document.forms[0]?.insertAdjacentHTML('beforeend', fields.join(''))
  })
  // The connection breaks during the request of the script.
  await page.route('**/pick', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await page.getByRole('button', { name: 'Three' }).click()
  expect((await sent).postData()?.match(/count[^&]*?[=\s]+(\d)/)?.[1]).toBe('3')
  await page.waitForURL('**/done')
  expect(problems.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('a form that the browser sends itself after a slow response contains what was submitted', async () => {
  await page.goto(`${origin}/pick`)
  await page.waitForLoadState('networkidle')
  let breakConnection = () => {}
  const broken = new Promise<void>((resolve) => {
    breakConnection = resolve
  })
  await page.route('**/pick', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    await broken
    return route.abort()
  })
  await page.evaluate(() => {
    const form = document.forms[0] as HTMLFormElement
    form.insertAdjacentHTML('beforeend', '<input name="note" value="first"><input type="file" name="scan">')
    const files = new DataTransfer()
    files.items.add(new File(['scanned'], 'scan.txt', { type: 'text/plain' }))
    ;(form.elements.namedItem('scan') as HTMLInputElement).files = files.files
    form.enctype = 'multipart/form-data'
    // Code that adds a field to each submission.
    form.addEventListener('formdata', ({ formData }) => formData.append('stamp', `${formData.get('note')}`))
    document.addEventListener('formdata', ({ formData }) => formData.append('late', 'x'))
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await page.getByRole('button', { name: 'Three' }).click()
  await page.evaluate(() => {
    const form = document.forms[0] as HTMLFormElement
    ;(form.elements.namedItem('note') as HTMLInputElement).value = 'changed'
    ;(form.elements.namedItem('scan') as HTMLInputElement).value = ''
    form.insertAdjacentHTML('beforeend', '<input name="added" value="1">')
  })
  breakConnection()
  const parts = [
    ...((await sent).postData() ?? '').matchAll(/name="(\w+)"(?:; filename="(.*)")?[\s\S]*?\r\n\r\n(.*)\r\n/g),
  ]
  const fields = parts.map(([, name, file, value]) => [name, file ?? value])
  expect(fields.filter(([name]) => /^(?:count|note|scan|stamp|late|added)$/.test(`${name}`)).sort()).toEqual([
    ['count', '3'],
    ['late', 'x'],
    ['note', 'first'],
    ['scan', 'scan.txt'],
    ['stamp', 'first'],
  ])
})

test('a file whose field a component renders arrives, without any script', async () => {
  await page.goto(`${origin}/photo`)
  expect(await page.locator('script').count()).toBe(0)
  await page
    .locator('[name=photo]')
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: Buffer.from('bytes') })
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.waitForURL('**/done?*')
  expect(new URL(page.url()).searchParams.get('photo')).toBe(`p.png image/png ${btoa('bytes')}`)
  expect(problems).toEqual([])
})

test.each([
  ['by the browser', '/photo', 0],
  ['by the script, in place', '/album', 1],
])(
  'a form over its limits, sent %s, shows its page again with the fields before the file',
  async (_, path, scripts) => {
    await page.goto(`${origin}${path}`)
    await page.waitForLoadState('networkidle')
    expect(Math.min(1, await page.locator('script[src]').count())).toBe(scripts)
    await page.evaluate(() => Object.assign(window, { mark: 1 }))
    const photo = { name: 'p.png', mimeType: 'image/png' }
    await page.locator('[name=photo]').setInputFiles({ ...photo, buffer: Buffer.alloc(600_000) })
    await page.locator('[name=title]').fill('A cat')
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.locator('#photo i', { hasText: 'may have at most' }).waitFor()
    expect(await page.locator('#photo b').textContent()).toBe('"photo" may have at most 500 kB.')
    expect(await page.locator('#photo i').textContent()).toBe('may have at most 500 kB')
    expect(await page.locator('[name=title]').inputValue()).toBe('A cat')
    expect(await page.evaluate(() => 'mark' in window)).toBe(scripts === 1)
    // More than the limit of the whole form: the fields after the file were not read.
    await page.locator('[name=photo]').setInputFiles({ ...photo, buffer: Buffer.alloc(3_000_000) })
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=title]')?.value === '')
    expect(await page.locator('#photo i').textContent()).toBe('may have at most 500 kB')
    await page.locator('[name=photo]').setInputFiles({ ...photo, buffer: Buffer.from('bytes') })
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.waitForURL('**/done?*')
    expect(problems.filter((line) => !line.includes('413'))).toEqual([])
  },
)

test('islands have the errors of a form that was refused before scripts ran', async () => {
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('#box')
    const name = form?.elements.namedItem('name') as HTMLInputElement
    name.value = 'B'
    form?.submit()
  })
  await page.locator('#box [aria-invalid=true]').waitFor()
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  expect(await field('box').inputValue()).toBe('B')
  expect(await page.locator('#box p').textContent()).toBe('Enter at least 3 characters')
  expect(problems).toEqual([])
})

/** What Chromium has with its flag. */
interface ModelContext {
  getTools(): Promise<{ name: string }[]>
  executeTool(tool: object, input: object): Promise<string>
}

test("a form that the browser's own agent fills in is the agent's: what needs a person waits for one, and the agent hears it", async () => {
  const flagged = await launchChromium({ args: ['--enable-features=WebMCP'] })
  try {
    const { page: flaggedPage, logs } = await flagged.open(origin)
    await flaggedPage.locator('fw-island[ok]').waitFor({ state: 'attached' })
    await flaggedPage.waitForLoadState('networkidle')
    const call = (input: object) =>
      flaggedPage.evaluate(async (input) => {
        const { modelContext } = document as unknown as { modelContext: ModelContext }
        const tool = (await modelContext.getTools()).find(({ name }) => name === 'wipe')
        return JSON.parse(await modelContext.executeTool(tool ?? {}, input)) as unknown
      }, input)
    expect(await call({ name: 'A' })).toMatchObject({ ok: false, code: 'invalid_input', issues: [{ path: 'name' }] })
    expect(await call({ name: 'everything' })).toMatchObject({
      ok: true,
      result: { status: 'proposal', tool: 'api.desk.wipe' },
    })
    expect(logs.filter((line) => !line.includes('422'))).toEqual([])
  } finally {
    await flagged.close()
  }
})
