/** The error overlay, on the real `fw dev`: an app whose every part fails in its own way. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DevError, DevErrorList } from '../../compiler/src/overlay/dev-error.ts'
import { type AppCopy, copyApp, type Running, startFw } from '../cli/support/fixture.ts'

let app: AppCopy
let dev: Running
beforeAll(async () => {
  app = copyApp('faulty')
  dev = await startFw(app.root, ['dev', '--port', '0'])
})
afterAll(async () => {
  await dev?.stop('SIGINT')
  app?.remove()
})

const HTML = { headers: { accept: 'text/html' } }

async function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(new URL(path, dev.url), init)
}

/** The newest record that fits; waits for it. */
async function told(fits: (error: DevError) => boolean): Promise<DevError> {
  return expect
    .poll(async () => ((await (await ask('/_fw/dev/errors')).json()) as DevErrorList).errors.find(fits), {
      timeout: 10_000,
    })
    .toBeDefined()
    .then(async () => ((await (await ask('/_fw/dev/errors')).json()) as DevErrorList).errors.find(fits) as DevError)
}

const place = (error: DevError) => {
  const [first] = error.frames.filter(({ isApp }) => isApp)
  return `${first?.file}:${first?.line}`
}

test('OVL-02 OVL-04 OVL-05 a page that fails is listed with its layouts, its call, the guard for its caller, input and stack', async () => {
  const answer = await ask('/shelf/lamp', HTML)
  expect(answer.status).toBe(500)
  const html = await answer.text()
  expect(html).toContain('RangeError: only one lamp is left')
  expect(html).toContain('src/server/stock.api.ts:')
  const error = await told(({ path }) => path === '/shelf/lamp')
  expect(error).toMatchObject({
    kind: 'page',
    isOutside: false,
    name: 'RangeError',
    message: 'only one lamp is left',
    requestId: answer.headers.get('x-request-id'),
    route: '/shelf/[id]',
    layouts: ['src/routes/_layout.tsx', 'src/routes/shelf/_layout.tsx'],
    page: 'src/routes/shelf/[id].tsx',
    origin: 'human',
    call: {
      tool: 'api.stock.reserve',
      guard: 'confirm',
      origin: 'human',
      effect: 'irreversible',
      input: '{\n  "sku": "lamp",\n  "count": 2\n}',
      isChecked: true,
      source: { file: 'src/server/stock.api.ts' },
    },
    causes: [{ name: 'Error', message: 'shelf 4 is empty' }],
  })
  expect(place(error)).toBe('src/server/stock.api.ts:15')
  expect(error.codeFrame).toContain('> 15 |')
  expect(JSON.stringify(error)).not.toContain(app.root)
})

test('OVL-04 a call that an agent makes is listed with the guard that was decided for it', async () => {
  const headers = { 'content-type': 'application/json', 'x-fw-origin': 'agent' }
  const body = JSON.stringify({ sku: 'vase', count: 3 })
  expect((await ask('/_fw/api/stock.reserve', { method: 'POST', headers, body })).status).toBe(500)
  expect(await told(({ message }) => message === 'only one vase is left')).toMatchObject({
    kind: 'api',
    route: '/_fw/api/stock.reserve',
    origin: 'agent',
    call: { tool: 'api.stock.reserve', guard: 'auto', origin: 'agent' },
  })
})

test('what a caller got wrong is no error of the app', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await ask('/_fw/api/stock.reserve', { method: 'POST', headers, body: '{"sku":"bowl"}' })
  expect(answer.status).toBe(400)
  const { errors } = (await (await ask('/_fw/dev/errors')).json()) as DevErrorList
  expect(JSON.stringify(errors)).not.toContain('bowl')
})

test('OVL-03 an island that fails on the server is listed with its instance and its file', async () => {
  expect((await ask('/dial', HTML)).status).toBe(200)
  expect(await told(({ kind }) => kind === 'island')).toMatchObject({
    message: 'no dial on a server',
    route: '/dial',
    island: { id: '0', name: 'Dial', file: 'src/components/dial.tsx' },
  })
})

test('OVL-07 OVL-08 what fails outside of every page and call is listed as such, logged, and stops nothing', async () => {
  expect(await (await ask('/stray')).text()).toBe('gone')
  const error = await told(({ message }) => message === 'a timer threw')
  expect(error).toMatchObject({ kind: 'server', isOutside: true })
  expect(place(error)).toBe('src/middleware.ts:7')
  expect(dev.log()).toContain('Uncaught exception')
  expect(dev.log()).toContain('a timer threw')
  expect((await ask('/middle', HTML)).status).toBe(500)
  const before = await told(({ message }) => message === 'the middleware threw')
  expect(before).toMatchObject({ kind: 'page', path: '/middle', isOutside: false })
  expect(dev.log()).toContain('the middleware threw')
})

test('an error that is there again counts, and an edit forgets what it may have mended', async () => {
  await ask('/shelf/cup', HTML)
  const first = await told(({ message }) => message === 'only one cup is left')
  await ask('/shelf/cup', HTML)
  expect(await told(({ id, count }) => id === first.id && count === 2)).toMatchObject({ requestId: expect.any(String) })
})

test('neither list nor editor answers another site, and no file outside of the app is opened', async () => {
  const strange = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
  expect((await ask('/_fw/dev/errors', { headers: strange })).status).toBe(403)
  const open = (file: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    ask('/_fw/dev/open', { method: 'POST', headers, body: JSON.stringify({ file, line: 1, column: 1 }) })
  expect((await open('src/middleware.ts', strange)).status).toBe(403)
  expect((await open('../../etc/passwd')).status).toBe(404)
  expect((await open('/etc/passwd')).status).toBe(404)
  expect((await open('node_modules/solid-js/package.json')).status).toBe(404)
  expect((await ask('/_fw/dev/open')).status).toBe(405)
  // Vite's own way, which opens anything for anybody.
  for (const path of ['/__open-in-editor?file=/etc/passwd', '/__OPEN-in-editor/?file=/etc/passwd'])
    expect((await ask(path)).status).toBe(404)
})
