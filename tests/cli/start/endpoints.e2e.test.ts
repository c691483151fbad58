/** Endpoints, `*.http.ts`, as the commands check, build and serve them. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type AppCopy, copyApp, type Running, startFw } from '../support/fixture.ts'

const TSC = fileURLToPath(new URL('../../../node_modules/@typescript/native/bin/tsc', import.meta.url))

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "desk", "version": "1.0.0", "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'ES2023',
      module: 'preserve',
      moduleResolution: 'bundler',
      jsx: 'preserve',
      jsxImportSource: 'solid-js',
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node'],
    },
    include: ['src', '.fw/types'],
  }),
  'src/ctx.ts': "export default (req: Request) => ({ user: req.headers.get('x-user') ?? 'nobody' })\n",
  'src/server/desk.api.ts': `import { api, type Call } from '@fw/runtime'
interface Note { text: string }
/** Stores a note. */
export const store = api({ run: ({ input, ctx }: Call<Note>) => ({ stored: input.text, by: ctx.user }) })
`,
  'src/routes/index.tsx': `import { href } from '@fw/runtime'
export const meta = { title: 'Desk' }
export default () => <p><a href={href('/feed.xml')}>Feed</a> <a href="/feed.xml">Feed</a></p>
`,
  'src/routes/feed.xml.http.ts': `export const GET = () => new Response('<rss/>', { headers: { 'content-type': 'application/rss+xml' } })
`,
  'src/routes/notes/[id].tsx': `import type { PageProps } from '@fw/runtime'
export const meta = { title: 'A note' }
export default ({ params }: PageProps<'/notes/[id]'>) => <p>Note {params.id}</p>
`,
  'src/routes/notes/[id].http.ts': `import type { EndpointEvent } from '@fw/runtime/h3'
import { defineHandler, readBody } from 'h3'
import { store } from '../../server/desk.api.ts'

export const GET = (event: EndpointEvent<'/notes/[id]'>) => ({ id: event.context.params.id, user: event.context.fw.ctx.user })
export const PUT = defineHandler(async (event) => store((await readBody<{ text: string }>(event)) ?? { text: '' }))
`,
  'src/routes/hooks/pay.http.ts': `export const crossSite = true
export async function POST(event: import('@fw/runtime/h3').EndpointEvent) {
  return { length: (await event.req.text()).length }
}
`,
}

function createDesk(more: Readonly<Record<string, string>> = {}): AppCopy {
  const app = copyApp('conventions')
  onTestFinished(() => app.remove())
  for (const file of ['package.json', 'src']) rmSync(join(app.root, file), { recursive: true })
  for (const [file, text] of Object.entries({ ...FILES, ...more })) write(app, file, text)
  return app
}

function write(app: AppCopy, file: string, text: string): void {
  mkdirSync(dirname(join(app.root, file)), { recursive: true })
  writeFileSync(join(app.root, file), text)
}

async function start(app: AppCopy, ...args: string[]): Promise<Running> {
  const running = await startFw(app.root, [...args, '--port', '0'])
  onTestFinished(async () => void (await running.stop('SIGTERM')))
  return running
}

/** Repeats a request until its text is the expected one: an edit takes effect late on a busy machine. */
async function expectText(url: string, text: string, init?: RequestInit): Promise<void> {
  let last = ''
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    // A server that starts doesn't listen yet.
    last = await fetch(url, init).then((response) => response.text(), String)
    if (last.includes(text)) return
  }
  expect(last).toContain(text)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function expectServed({ url }: Pick<Running, 'url'>): Promise<void> {
  const html = { headers: { accept: 'text/html' } }
  const feed = await fetch(`${url}/feed.xml`, html)
  expect([feed.headers.get('content-type'), await feed.text()]).toEqual(['application/rss+xml', '<rss/>'])
  const note = await fetch(`${url}/notes/7`, { headers: { 'x-user': 'ada' } })
  expect(await note.json()).toEqual({ id: '7', user: 'ada' })
  expect(await (await fetch(`${url}/notes/7`, html)).text()).toContain('Note')
  const put = { method: 'PUT', body: '{"text":"tea"}', headers: { 'x-user': 'ada' } }
  await expectText(`${url}/notes/7`, '{"stored":"tea","by":"ada"}', put)
  const hook = {
    method: 'POST',
    body: 'abc',
    headers: { origin: 'https://pay.example', 'sec-fetch-site': 'cross-site' },
  }
  expect(await (await fetch(`${url}/hooks/pay`, hook)).json()).toEqual({ length: 3 })
  expect((await fetch(`${url}/notes/7`, { ...put, headers: hook.headers })).status).toBe(403)
}

it('are checked, typed, built, served and listed; no code of them reaches a browser', async () => {
  const app = createDesk()
  const checked = await app.fw('check')
  expect([checked.code, checked.stdout]).toEqual([0, ''])
  const built = await app.fw('build')
  expect([built.code, built.stderr]).toEqual([0, expect.not.stringMatching(/warn|error/i)])
  const typed = spawnSync(process.execPath, [TSC, '-p', '.'], { cwd: app.root, encoding: 'utf8' })
  expect(typed.stdout).toBe('')
  const running = await start(app, 'start')
  await expectServed(running)
  const info = await app.fw('info')
  expect(info.stdout).toContain('| /hooks/pay | src/routes/hooks/pay.http.ts |')
  const client = join(app.root, 'dist/client')
  for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:js|map)$/.test(name),
  ))
    expect(readFileSync(join(client, file), 'utf8')).not.toMatch(/rss\+xml|readBody/)
})

it('are served by a server of h3, as the guide shows it', async () => {
  const app = createDesk()
  expect((await app.fw('build')).code).toBe(0)
  const page = readFileSync(new URL('../../../docs/guide/endpoints.md', import.meta.url), 'utf8')
  const [, program = ''] = /^```js\n(\/\/ server\.mjs[\s\S]*?)^```$/m.exec(page) ?? []
  const port = await findFreePort()
  write(app, 'server.mjs', program.replace('3000', String(port)))
  const child = spawn(process.execPath, ['server.mjs'], { cwd: app.root, stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  await expectText(`http://127.0.0.1:${port}/version`, '{"version":1}')
  await expectServed({ url: `http://127.0.0.1:${port}` })
})

it('are served in development; edits, new files and removed files take effect', async () => {
  const app = createDesk()
  const running = await start(app, 'dev')
  await expectServed(running)
  const get = "export const GET = () => 'edited'\n"
  write(app, 'src/routes/feed.xml.http.ts', get)
  await expectText(`${running.url}/feed.xml`, 'edited')
  write(app, 'src/routes/added/[name].http.ts', "export const GET = () => 'added'\n")
  await expectText(`${running.url}/added/x`, 'added')
  rmSync(join(app.root, 'src/routes/added'), { recursive: true })
  await expectText(`${running.url}/added/x`, 'Not found')
})

it('with mistakes are refused by the check and the build, each with its place', async () => {
  const app = createDesk({
    'src/routes/none.http.ts': 'export const helper = 1\n',
    'src/routes/lower.http.ts': 'export const get = () => 1\n',
    'src/routes/both.http.ts': 'export const GET = () => 1\nexport default () => 2\n',
    'src/routes/titled.http.ts': "export const GET = () => 1\nexport const meta = { title: 'x' }\n",
    'src/routes/(a)/twice.http.ts': 'export const GET = () => 1\n',
    'src/routes/(b)/twice.http.ts': 'export const POST = () => 1\n',
    'src/routes/[bad.http.ts': 'export const GET = () => 1\n',
    'src/routes/[id=nothing].http.ts': 'export const GET = () => 1\n',
    'src/widget.tsx': `import { GET } from './routes/feed.xml.http.ts'
export function Widget() {
  return <button onClick={() => GET()}>Load</button>
}
`,
    'src/routes/widget.tsx': `import { Widget } from '../widget.tsx'
export const meta = { title: 'Widget' }
export default () => <Widget />
`,
  })
  const { code, stdout } = await app.fw('check')
  expect(code).toBe(1)
  for (const problem of [
    'src/routes/none.http.ts handles no request. Export a function GET, POST, PUT, PATCH or DELETE, or a default handler.',
    'The export "get" of src/routes/lower.http.ts handles no request. Did you mean "GET"?',
    'src/routes/both.http.ts exports GET and a default handler, which handles every method. Keep one of both.',
    'The export "meta" of src/routes/titled.http.ts is ignored, because only pages have it. Remove it.',
    'src/routes/(b)/twice.http.ts matches the same paths as src/routes/(a)/twice.http.ts',
    'The segment "[bad" of the route pattern "/[bad" is malformed.',
    'Unknown matcher "nothing"',
    'feed.xml.http.ts',
  ])
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(problem)
  expect((await app.fw('build')).code).toBe(1)
})

it('need a server, which a static site does not have', async () => {
  const app = createDesk({ 'fw.config.ts': "export default { output: 'static' }\n" })
  const { code, stdout } = await app.fw('check')
  expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('src/routes/feed.xml.http.ts is an endpoint, which needs a server.'),
  ])
})
