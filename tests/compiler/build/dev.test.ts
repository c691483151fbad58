import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AppCopy, copyFixture, type DevProcess, startDev } from './app-copy.ts'

let app: AppCopy
let dev: DevProcess
beforeAll(async () => {
  app = copyFixture()
  dev = await startDev(app.root)
})
afterAll(async () => {
  await dev.stop()
  app.remove()
})

const call = (input: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
})

test('dev serves the first page with the reload client, styles and island URLs', async () => {
  const page = await (await dev.fetch('/')).text()
  expect(page).toContain('Welcome home')
  expect(page).toContain('<script type="module" src="/@vite/client"></script>')
  expect(page).toContain('href="/src/styles.css"')
  expect(page).toContain('/src/components/counter.tsx')
  expect(await (await dev.fetch('/@id/__x00__fw:browser/loader')).text()).toContain('boot')
})

test('calls wait for schemas that are available later, and are then validated', async () => {
  const good = await dev.fetch('/_fw/api/notes.list', call({ limit: 1 }))
  expect(await good.json()).toMatchObject({ ok: true, result: [{ id: 'a' }] })
  expect((await dev.fetch('/_fw/api/notes.list', call({ limit: 0 }))).status).toBe(400)
})

test('the browser gets stubs for an api and no server code', async () => {
  // The module that imports it: dev serves what browsers have reached.
  await (await dev.fetch('/src/components/counter.tsx')).text()
  const stub = await (await dev.fetch('/src/server/notes.api.ts')).text()
  expect(stub).toContain('api.notes.list')
  const [, map = ''] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(stub) ?? []
  expect(stub + Buffer.from(map, 'base64').toString()).not.toContain('marker-of-an-api-body')
  expect(await (await dev.fetch('/src/server/notes.ts')).text()).not.toContain('marker-of-a-server-module')
})

test('an edit of a page is served', async () => {
  app.edit('src/routes/about.tsx', 'About this app', 'About the edited app')
  await dev.until('/about', (text) => text.includes('About the edited app'))
})

test('an edit of a component is served by the pages that use it', async () => {
  app.edit('src/components/card.tsx', 'class="card"', 'class="card edited"')
  await dev.until('/about', (text) => text.includes('card edited'))
})

test('an edit of an api changes code and schema', async () => {
  app.edit('src/server/notes.api.ts', '@minimum 1', '@minimum 2')
  await dev.until('/_fw/api/notes.list', (_text, status) => status === 400, call({ limit: 1 }))
  app.edit('src/server/notes.api.ts', 'slice(0, input.limit)', 'slice(0, 1)')
  await dev.until('/_fw/api/notes.list', (text) => JSON.parse(text).result?.length === 1, call({ limit: 2 }))
})

test('an edit of a type that an api imports changes its schema', async () => {
  app.write('src/server/shape.ts', 'export interface Shape {\n  limit: number\n}\n')
  app.write(
    'src/server/shaped.api.ts',
    "import { api, type Call } from '@fw/runtime'\nimport type { Shape } from './shape.ts'\n\n/** Echoes. */\nexport const echo = api({ guard: 'auto', run: async ({ input }: Call<Shape>) => input.limit })\n",
  )
  await dev.until('/_fw/api/shaped.echo', (_text, status) => status === 200, call({ limit: 1 }))
  app.write('src/server/shape.ts', 'export interface Shape {\n  limit: string\n}\n')
  await dev.until('/_fw/api/shaped.echo', (_text, status) => status === 400, call({ limit: 1 }))
})

test.each([1, 10, 30])('changes of one file %i ms apart all count', async (gap) => {
  const whole = app.read('src/server/shaped.api.ts')
  for (const text of ['', `${whole}\nexport function helper() {}\n`, whole]) {
    app.write('src/server/shaped.api.ts', text)
    await new Promise((resolve) => setTimeout(resolve, gap))
  }
  await dev.until('/_fw/api/shaped.echo', (_text, status) => status === 200, call({ limit: 'x' }))
})

test('a new route is seen without a restart, and so is its removal', async () => {
  app.write('src/routes/fresh.tsx', 'export default function Fresh() {\n  return <p>A fresh page</p>\n}\n')
  await dev.until('/fresh', (text) => text.includes('A fresh page'))
  rmSync(app.path('src/routes/fresh.tsx'))
  await dev.until('/fresh', (_text, status) => status === 404)
})

test('a broken page responds with 500 and the reason, and works again when it is fixed', async () => {
  const before = app.read('src/routes/about.tsx')
  app.write('src/routes/about.tsx', 'export default function About() { return <p> }')
  await dev.until('/about', (_text, status) => status === 500, { headers: { accept: 'text/html' } })
  app.write('src/routes/about.tsx', before)
  await dev.until('/about', (text) => text.includes('About'))
})

test('ERR-19 imports of missing modules or names, and JSON with syntax errors, are reported with position and advice, and cleared when fixed', async () => {
  const before = app.read('src/routes/about.tsx')
  onTestFinished(() => app.write('src/routes/about.tsx', before))
  /** Requests the page until it contains `words`, and checks that dev has reported this error first, or none. */
  const waitForError = async (code: string | undefined, words: string) => {
    for (const deadline = Date.now() + 20_000; ; ) {
      const page = await (await dev.fetch('/about', { headers: { accept: 'text/html' } })).text()
      const { errors } = (await (await dev.fetch('/_fw/dev/errors')).json()) as { errors: { code?: string }[] }
      if (errors[0]?.code === code && page.includes(words)) return errors
      if (Date.now() > deadline)
        throw new Error(`${code} is not reported: ${JSON.stringify(errors)}\n${page}\n${dev.log()}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const edit = (line: string) => app.write('src/routes/about.tsx', `${line}\n${before}`)
  const at = (file: string, line: number, column: number) => [{ file, line, column, isApp: true }]

  edit("import { Card as Kard } from '../components/crad.tsx'\nvoid Kard")
  const lost = await waitForError('unresolved-import', 'Did you mean "../components/card.tsx"?')
  const docs = '@fw/compiler/docs/rules/unresolved-import.md'
  expect(lost).toMatchObject([{ kind: 'build', frames: at('src/routes/about.tsx', 1, 31), docs }])
  await expect.poll(() => dev.log()).toContain("about.tsx:1:31 error unresolved-import: Import can't be resolved")

  // Vite shows undefined in its place.
  edit("import { Kard } from '../components/card.tsx'\nvoid Kard")
  const missing = await waitForError('missing-export', '<h2 class="card')
  expect(missing).toMatchObject([{ kind: 'build', frames: at('src/routes/about.tsx', 1, 10) }])
  await expect.poll(() => dev.log()).toContain('doesn\'t export "Kard". Did you mean "Card"?')

  app.write('src/teas.json', '{ "green": 12, }\n')
  edit("import teas from '../teas.json'\nvoid teas")
  const broken = await waitForError('syntax-error', 'src/teas.json:1:16')
  expect(broken).toMatchObject([{ kind: 'build', frames: at('src/teas.json', 1, 16) }])

  app.write('src/routes/about.tsx', before)
  expect(await waitForError(undefined, '<h2 class="card')).toEqual([])
})

test('API-18 calls of an api module that breaks a rule respond with 500 and the diagnostic, which dev also prints', async () => {
  const before = app.read('src/server/notes.api.ts')
  app.write('src/server/notes.api.ts', `${before}\nexport function helper() {}\n`)
  const breaks = (text: string, status: number) => status === 500 && text.includes('helper')
  const text = await dev.until('/_fw/api/notes.list', breaks, call({ limit: 2 }))
  expect((await dev.fetch('/about')).status).toBe(200)
  expect(text).toContain('src/server/notes.api.ts')
  await dev.until('/_fw/api/notes.list', () => dev.log().includes('export function helper'), call({ limit: 2 }))
  app.write('src/server/notes.api.ts', before)
  await dev.until('/_fw/api/notes.list', (_text, status) => status === 200, call({ limit: 2 }))
})

test('types of the app are written beside the sources', () => {
  expect(app.list('.fw/types').length).toBeGreaterThan(0)
})

test('a foreign Host is rejected, against DNS rebinding', async () => {
  const { port } = new URL(dev.url)
  const status = (host: string) =>
    new Promise<number>((resolve) => {
      request({ port, host: '127.0.0.1', path: '/', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      }).end()
    })
  expect(await status('evil.example')).toBe(403)
  expect(await status(`localhost:${port}`)).toBe(200)
})

test('private files are not served', async () => {
  app.write('.env', 'SECRET=1')
  for (const path of [
    '/.env',
    '/.fw/data/fw.db',
    '/.env?raw',
    '/src/server/notes.ts?raw',
    '/src/server/notes.api.ts?raw',
  ]) {
    const text = await (await dev.fetch(path)).text()
    expect(text, path).not.toMatch(/SECRET=1|marker-of-a-server-module|marker-of-an-api-body/)
  }
})

test('no response of dev may be read by another site', async () => {
  const headers = { origin: 'https://evil.example' }
  for (const path of ['/', '/about', '/@vite/client', '/_fw/manifest?path=/']) {
    const answer = await dev.fetch(path, { headers })
    expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
  }
  const preflight = { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x' }
  const answer = await dev.fetch('/_fw/api/notes.list', { method: 'OPTIONS', headers: preflight })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('dev continues when an .env file is added or changed', async () => {
  app.write('.env', 'SECRET=2')
  // Longer than the delay of the watcher.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const answer = await dev.fetch('/_fw/api/notes.list', { ...call({ limit: 2 }), signal: AbortSignal.timeout(10_000) })
  expect(answer.status).toBe(200)
})

test('a second start knows the schemas of unchanged sources before the type analysis has run', async () => {
  await dev.until('/_fw/api/notes.list', () => app.list('.fw/cache').includes('checked.json'), call({ limit: 2 }))
  // Only these files contain this description, so it can't come from the type analysis.
  for (const name of app.list('.fw/cache/modules').filter((file) => file !== 'index.json')) {
    const stored = JSON.parse(app.read(`.fw/cache/modules/${name}`))
    for (const api of stored.analyzed.model.apis) api.description = 'as remembered'
    app.write(`.fw/cache/modules/${name}`, JSON.stringify(stored))
  }
  const second = await startDev(app.root)
  const manifest = await (await second.fetch('/_fw/manifest?path=/')).json()
  expect(JSON.stringify(manifest.tools)).toContain('as remembered')
  await second.stop()
})

test('dev stops while calls still wait for their schemas', async () => {
  const copy = copyFixture()
  const other = await startDev(copy.root)
  const waiting = [other.fetch('/_fw/api/notes.list', call({ limit: 1 })), other.fetch('/src/server/notes.api.ts')].map(
    (answer) => answer.then((response) => response.text()).catch(() => 'cut off'),
  )
  // Both are on their way into the type analysis, which takes far longer than this.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await other.stop()
  await Promise.all(waiting)
  copy.remove()
})

test.each(['/_fw/proposals', '/_fw/mcp'])('%s gets no script of dev, which its policy would block', async (path) => {
  const response = await dev.fetch(path, { headers: { accept: 'text/html' } })
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await response.text()).not.toContain('<script')
})

test('the record of a report, which any client may send, contains lines only of files that the browser received', async () => {
  app.write('private.txt', 'marker-of-a-private-file\n')
  app.write('.npmrc', 'marker-of-a-token\n')
  for (const path of ['/', '/src/components/counter.tsx', '/src/server/notes.api.ts'])
    await (await dev.fetch(path)).text()
  const report = async (place: string, index: number) => {
    const stack = `Error: x\n    at f (${new URL(dev.url).origin}${place}:1:1)`
    const body = { kind: 'browser', name: 'Error', message: `report ${index}`, stack, path: '/' }
    const { status } = await dev.fetch('/_fw/dev/errors', { ...call(body), signal: AbortSignal.timeout(10_000) })
    const { errors } = (await (await dev.fetch('/_fw/dev/errors')).json()) as {
      errors: { message: string; codeFrame?: string }[]
    }
    return [status, errors.find(({ message }) => message === body.message)?.codeFrame]
  }
  expect(await report('/src/components/counter.tsx', 0)).toEqual([200, expect.stringContaining('createSignal')])
  const up = '..%5C'.repeat(app.root.split('/').length)
  for (const [index, place] of [
    `/@fs${app.root}/private.txt`,
    `/@fs${app.root}/.npmrc`,
    `/@fs${app.root}/.env`,
    `/@fs${app.root}/${up}etc%5Cpasswd`,
    `/@fs${app.root}/src/server/notes.ts`,
    '/src/server/notes.ts',
    '/src/server/notes.api.ts',
    '/%',
  ].entries())
    expect([place, ...(await report(place, index + 1))]).toEqual([place, 200, undefined])
})
