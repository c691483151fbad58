/** Unit tests of an app's sources, without a build: with `fw test`, and with plain vitest and the plugin. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkPackages, type Outcome, runFw } from '../support/fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const VITEST = join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
const CONFIG = "import { fw } from '@fw/cli/vitest'\nexport default { plugins: [fw()] }\n"

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shelf", "private": true, "type": "module", "devDependencies": { "vitest": "*" } }',
  'tsconfig.json': readFileSync(join(REPOSITORY, 'playground/starter/tsconfig.json'), 'utf8'),
  '.env': 'SHELF_NAME=Attic\n',
  'src/env.ts': `import type { Int } from '@fw/runtime'
export interface Env {
  /** The name on the shelf. */
  SHELF_NAME: string
  /** @default 3 */
  SHELF_SIZE?: Int
}
`,
  'src/ctx.ts': `export default (request: Request) => ({ user: request.headers.get('x-user') ?? 'anonymous' })\n`,
  'src/total.ts':
    'export const total = (weights: readonly number[]): number => weights.reduce((sum, one) => sum + one, 0)\n',
  'src/stores.ts': `import { defineStore } from '@fw/runtime'
export const basket = defineStore({ state: { books: 0 }, actions: { add: { description: 'Adds a book.', run: ({ set }) => set('books', (n) => n + 1) } } })
`,
  'src/components/counter.tsx': `import { createSignal } from 'solid-js'
export function Counter(props: { from: number }) {
  const [count, setCount] = createSignal(props.from)
  return <button type="button" onClick={() => setCount(count() + 1)}>{count()}</button>
}
`,
  'src/routes/index.tsx': `import { Counter } from '../components/counter.tsx'
import { list } from '../server/books.api.ts'
export default async function Home() {
  return <><h1>{(await list()).name}</h1><Counter from={3} /></>
}
`,
  'src/server/books.api.ts': `import { api, type Call } from '@fw/runtime'
import { env } from '@fw/runtime/server'
const books: string[] = []
/** Lists the books. */
export const list = api({ readonly: true, run: async () => ({ name: env.SHELF_NAME, size: env.SHELF_SIZE, books }) })
interface Book {
  /** @minLength 2 */
  title: string
}
/** Adds a book. */
export const add = api({ run: async ({ input, ctx }: Call<Book>) => [books.push(input.title), ctx.user] })
/** Removes all books. */
export const clear = api({ guard: 'confirm', run: async () => books.splice(0).length })
`,
  'tests/total.test.ts': `import { expect, it } from 'vitest'
import { total } from '../src/total.ts'
it('adds weights', () => expect(total([1, 2])).toBe(3))
`,
  'tests/books.test.ts': `import { callTool, createTestApp, hydrates, renderPage, type TestApp } from '@fw/runtime/testing'
import { env } from '@fw/runtime/server'
import { renderToString } from 'solid-js/web'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Counter } from '../src/components/counter.tsx'
import { add, list } from '../src/server/books.api.ts'
let app: TestApp
beforeAll(async () => { app = await createTestApp() })
afterAll(() => app.close())
it('reads the typed environment', async () => {
  const size: number | undefined = env.SHELF_SIZE
  expect([env.SHELF_NAME, size]).toEqual(['Attic', 3])
  expect(await list()).toMatchObject({ name: 'Attic', size: 3 })
})
it('checks the type of an input in a direct call', async () => {
  await expect(add({ title: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
})
it('renders a component', () => {
  expect(renderToString(() => Counter({ from: 7 }))).toContain('7')
})
it('calls tools through the pipeline, with the ctx of the app', async () => {
  expect(await callTool(app, 'api.books.add', { title: '' })).toMatchObject({ status: 400, code: 'invalid_input' })
  const added = await callTool(app, 'api.books.add', { title: 'Emma' }, { headers: { 'x-user': 'ada' } })
  expect(added).toMatchObject({ ok: true, result: [1, 'ada'] })
  expect((await list()).books).toEqual(['Emma'])
})
it('renders pages with islands that can be hydrated', async () => {
  const { status, html } = await renderPage(app, '/')
  expect(status).toBe(200)
  expect(html).toContain('Attic</h1>')
  hydrates(html)
})
it('has its own data, and options that override those of the app', async () => {
  const other = await createTestApp({ ctxFor: () => ({ user: 'grace' }) })
  const pending = await callTool(other, 'api.books.clear', {}, { origin: 'agent' })
  expect(pending).toMatchObject({ ok: true, result: { status: 'proposal' } })
  const { id } = (pending as { result: { id: string } }).result
  const approve = (server: TestApp) => server.fetch(new Request('http://localhost/_fw/approve', {
    method: 'POST', body: JSON.stringify({ id }), headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } }))
  expect((await approve(app)).status).toBe(404)
  expect((await approve(other)).status).toBe(200)
  expect((await callTool(other, 'api.books.add', { title: 'Emma' }))).toMatchObject({ result: [1, 'grace'] })
  await other.close()
})
`,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-vitest-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

function writeApp(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(folder, 'app-'))
  write(root, { ...FILES, ...files })
  linkPackages(root)
  return root
}

function environment(): NodeJS.ProcessEnv {
  const { VITEST: _vitest, NODE_ENV: _mode, NODE_OPTIONS: _options, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}

function runVitest(root: string): Promise<Outcome> {
  return new Promise((done) =>
    execFile(process.execPath, [VITEST, 'run'], { cwd: root, env: environment() }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : 1, stdout, stderr }),
    ),
  )
}

function expectPassed({ code, stdout, stderr }: Outcome, root: string): void {
  expect(stdout, stderr).toContain('Tests  7 passed (7)')
  expect(code).toBe(0)
  for (const made of ['dist', '.fw/data']) expect(existsSync(join(root, made))).toBe(false)
}

describe('tests of the sources', { timeout: 120_000 }, () => {
  it('fw test needs neither a build nor a configuration', async () => {
    const root = writeApp()
    expectPassed(await runFw(root, ['test'], { NO_COLOR: '1' }), root)
  })

  it('plain vitest with the plugin does the same, and writes the types', async () => {
    const root = writeApp({ 'vitest.config.ts': CONFIG })
    expectPassed(await runVitest(root), root)
    expect(existsSync(join(root, '.fw/types/register.d.ts'))).toBe(true)
  })

  it('a missing variable fails the tests that read the environment, and no others', async () => {
    const { code, stdout, stderr } = await runVitest(writeApp({ 'vitest.config.ts': CONFIG, '.env': '' }))
    expect(code).toBe(1)
    expect(stderr).toContain(
      "The environment doesn't match src/env.ts:\n  SHELF_NAME is required: must be a string. The name on the shelf.",
    )
    expect(stdout).toMatch(/Test Files {2}1 failed \| 1 passed/)
  })

  it('an error in the type of an input is reported where a test calls the function', async () => {
    const api = FILES['src/server/books.api.ts']?.replace('title: string', 'title: symbol') ?? ''
    const { code, stdout, stderr } = await runVitest(
      writeApp({ 'vitest.config.ts': CONFIG, 'src/server/books.api.ts': api }),
    )
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('unrepresentable-type')
  })

  it('watch mode runs again with the new contract after an edit of an input', async () => {
    const root = writeApp({ 'vitest.config.ts': CONFIG })
    const child = spawn(process.execPath, [VITEST, '--watch', 'books'], { cwd: root, env: environment() })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += stripVTControlCharacters(chunk)))
    const until = async (pattern: RegExp) => {
      for (const end = Date.now() + 60_000; !pattern.test(text); await new Promise((done) => setTimeout(done, 50)))
        if (Date.now() > end) throw new Error(`${pattern} does not match:\n${text}`)
    }
    try {
      await until(/Tests {2}6 passed[\s\S]*Waiting for file changes/)
      text = ''
      const api = FILES['src/server/books.api.ts']?.replace('@minLength 2', '@minLength 1') ?? ''
      write(root, { 'src/server/books.api.ts': api })
      await until(/Tests {2}2 failed \| 4 passed[\s\S]*Watching for file changes/)
      expect(text).toContain('FAIL  tests/books.test.ts > checks the type of an input in a direct call')
    } finally {
      const ended = new Promise((done) => child.once('close', done))
      child.kill('SIGTERM')
      await ended
    }
  })

  it('without vitest, createTestApp asks for a build in one sentence, and then uses it', async () => {
    const test = `import { createTestApp, callTool } from '@fw/runtime/testing'
import { test } from 'node:test'
import { equal } from 'node:assert'
test('lists', async () => {
  const app = await createTestApp()
  equal((await callTool(app, 'api.books.list')).ok, true)
  await app.close()
})
`
    const root = writeApp({ 'package.json': '{ "name": "shelf", "type": "module" }', 'list.test.mjs': test })
    const run = () => runFw(root, ['test', '--test-reporter', 'tap', 'list.test.mjs'])
    const before = await run()
    expect(before.code).toBe(1)
    expect(before.stdout).toContain(
      'This app has no build, and no test runner that loads its sources. Run "fw build" first, or run the tests with "fw test" and Vitest.',
    )
    expect(await runFw(root, ['build'])).toMatchObject({ code: 0 })
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('ok 1 - lists') })
    expect(existsSync(join(root, '.fw/data'))).toBe(false)
  })
})

describe("the app's own options and plugins of Vite", () => {
  const GREETING = `{
    name: 'greeting',
    resolveId: (id) => (id === 'virtual:greeting' ? '\\0greeting' : undefined),
    load: (id) => (id === '\\0greeting' ? "export default 'hello'" : undefined),
  }`
  const options = (...more: string[]) =>
    `export default { define: { SHELF: '"oak"' }, plugins: [${[GREETING, ...more].join(', ')}] }\n`
  const TEST = {
    'tests/own.test.ts': `import { expect, it } from 'vitest'
import { createTestApp } from '@fw/runtime/testing'
import greeting from 'virtual:greeting'
it('has them', async () => {
  expect([greeting, SHELF]).toEqual(['hello', 'oak'])
  await (await createTestApp()).close()
})
`,
  }

  it.each([
    ['vite.config.ts', { 'vite.config.ts': options() }],
    [
      'fw.config.ts',
      { 'fw.config.ts': `export default { vite: ${options().slice('export default '.length).trim()} }\n` },
    ],
    ['vite.config.ts beside a configuration of Vitest', { 'vite.config.ts': options(), 'vitest.config.ts': CONFIG }],
    [
      'the configuration that Vitest reads',
      { 'vite.config.ts': `import { fw } from '@fw/cli/vitest'\n${options('fw()')}` },
    ],
  ])('apply in tests: %s', async (_name, files) => {
    const { code, stdout, stderr } = await runFw(writeApp({ ...TEST, ...files }), ['test', 'tests/own.test.ts'])
    expect([code, stderr], stdout).toEqual([0, ''])
  })
})
