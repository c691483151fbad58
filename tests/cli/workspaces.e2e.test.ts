/** An app in a workspace: components, types and messages of sibling packages in `fw check`, `fw build` and `fw dev`. */
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { openTerminal, runFw, startFw } from './support/fixture.ts'
import { type Layout, WORKSPACE_FILES, type WorkspaceApp, writeWorkspace } from './support/workspace.ts'
import { TSCONFIG } from './support/written-app.ts'

const ORDER = 'packages/contracts/src/order.ts'
const BADGE = 'packages/ui/src/badge.tsx'
const COUNTER = 'packages/ui/src/counter.tsx'
const ENGLISH = 'packages/messages/src/en.json'

let chromium: Chromium
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(() => chromium.close())

function makeWorkspace(layout: Layout, files?: Readonly<Record<string, string>>): WorkspaceApp {
  const app = writeWorkspace(layout, files)
  onTestFinished(app.remove)
  return app
}

async function place(url: string, input: object): Promise<string> {
  const response = await fetch(new URL('/_fw/api/orders.place', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return response.text()
}

/** Calls `read` until `fits` accepts its value. Throws after 20 seconds. */
async function until<Value>(read: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const value = await read()
    if (fits(value)) return value
    if (Date.now() > deadline) throw new Error(`It stays ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const edit = (app: WorkspaceApp, file: string, from: string, to: string) =>
  app.write(file, (WORKSPACE_FILES[file] ?? '').replace(from, to))

describe.each<Layout>(['plain', 'strict'])('with %s links', (layout) => {
  test('a build hydrates the island of a package, and enforces the contract of a package', {
    timeout: 120_000,
  }, async () => {
    const app = makeWorkspace(layout)
    const built = await runFw(app.root, ['build'])
    expect(built.code, built.stderr).toBe(0)
    expect(built.stdout).toMatch(/Counter .* \.\.\/\.\.\/packages\/ui\/src\/counter\.tsx/)
    const server = await startFw(app.root, ['start', '--port', '0'])
    onTestFinished(() => server.stop('SIGTERM').then(() => undefined))
    const { page } = await chromium.open(new URL('/en', server.url).href)
    await page.locator('fw-island[ok]').waitFor()
    await page.getByRole('button', { name: 'Count 0' }).click()
    await page.getByRole('button', { name: 'Count 1' }).waitFor()
    expect(await page.getByText('Hello').count()).toBe(1)
    await page.close()
    expect(await place(server.url, { sku: 'tea', pieces: 0 })).toContain('must be a number of at least 1')
    expect(await place(server.url, { sku: 'tea', pieces: 2 })).toContain('"reserved":2')
  })

  test('fw dev shows edits of a component, a message and a type of packages', { timeout: 120_000 }, async () => {
    const app = makeWorkspace(layout)
    const dev = await startFw(app.root, ['dev', '--port', '0'])
    onTestFinished(() => dev.stop('SIGTERM').then(() => undefined))
    const { page } = await chromium.open(new URL('/en', dev.url).href)
    await page.locator('fw-island[ok]').waitFor()
    await page.getByRole('button', { name: 'Count 0' }).click()
    await page.getByRole('button', { name: 'Count 1' }).waitFor()
    edit(app, COUNTER, 'Count {', 'Clicks {')
    // The island is replaced in place: it keeps its state.
    await page.getByRole('button', { name: 'Clicks 1' }).waitFor()
    edit(app, BADGE, '{props.text}', '{props.text}!')
    await page.getByText('New!').waitFor()
    edit(app, ENGLISH, 'Hello', 'Good morning')
    await page.getByText('Good morning').waitFor()
    await page.close()
    await until(
      () => place(dev.url, { sku: 'tea', pieces: 0 }),
      (text) => text.includes('at least 1'),
    )
    edit(app, ORDER, '@minimum 1', '@minimum 5')
    await until(
      () => place(dev.url, { sku: 'tea', pieces: 4 }),
      (text) => text.includes('at least 5'),
    )
  })
})

test('fw check reports problems in packages, also after a stored result', { timeout: 120_000 }, async () => {
  const app = makeWorkspace('plain')
  expect(await runFw(app.root, ['check'])).toMatchObject({ code: 0, stdout: '' })
  edit(app, ORDER, 'sku: string', 'sku: () => string')
  const typed = await runFw(app.root, ['check'])
  expect([typed.code, typed.stdout]).toEqual([1, expect.stringContaining('unrepresentable-type')])
  app.write(ORDER, WORKSPACE_FILES[ORDER] ?? '')
  expect(await runFw(app.root, ['check'])).toMatchObject({ code: 0, stdout: '' })
  app.write(
    BADGE,
    "import { t } from '@fw/runtime'\n\nexport function Badge(props: { text: string }) {\n  return <strong>{props.text} {t('greetings')}</strong>\n}\n",
  )
  const unknown = await runFw(app.root, ['check'])
  expect([unknown.code, unknown.stdout]).toEqual([
    1,
    expect.stringMatching(/^\.\.\/\.\.\/packages\/ui\/src\/badge\.tsx:4:\d+ error unknown-message/),
  ])
  edit(app, ENGLISH, '"greeting"', '"greetings"')
  const missing = await runFw(app.root, ['check'])
  expect(missing.stdout).toMatch(/^src\/routes\/index\.tsx:6:\d+ error unknown-message/)
})

test('commands use a build only until a package of the workspace, or a linked folder, changes', {
  timeout: 120_000,
}, async () => {
  const app = makeWorkspace('plain', {
    'shared/rate.ts': '/** The rate. */\nexport const rate = 1\n',
    'apps/web/src/server/rates.api.ts': `import { api } from '@fw/runtime'
import { rate } from '../linked/rate.ts'

/** Returns the rate. */
export const current = api({ run: async () => ({ rate }) })
`,
  })
  symlinkSync('../../../shared', join(app.root, 'src/linked'))
  const run = (...args: readonly string[]) => runFw(app.root, ['run', ...args])
  expect((await runFw(app.root, ['build'])).code).toBe(0)
  const fresh = await run('api.orders.place', '--sku', 'tea', '--pieces', '2')
  expect([fresh.code, fresh.stderr]).toEqual([0, expect.not.stringContaining('from source')])
  edit(app, ORDER, '@minimum 1', '@minimum 5')
  const stale = await run('api.orders.place', '--sku', 'tea', '--pieces', '2')
  expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining('at least 5')])
  expect((await runFw(app.root, ['build'])).code).toBe(0)
  expect((await run('api.orders.place', '--sku', 'tea', '--pieces', '2')).stderr).toContain('at least 5')
  expect((await run('api.rates.current')).stdout).toContain('"rate": 1')
  app.write('shared/rate.ts', '/** The rate. */\nexport const rate = 2\n')
  expect((await run('api.rates.current')).stdout).toContain('"rate": 2')
})

test.each(['nx.json', 'lerna.json', 'rush.json'])(
  'a workspace is declared by %s',
  { timeout: 120_000 },
  async (file) => {
    const app = makeWorkspace('plain', { [file]: '{}' })
    app.write('package.json', '{ "name": "acme", "private": true }\n')
    app.write(
      BADGE,
      "import { t } from '@fw/runtime'\n\nexport function Badge(props: { text: string }) {\n  return <strong>{props.text} {t('greetings')}</strong>\n}\n",
    )
    const { stdout } = await runFw(app.root, ['check'])
    expect(stdout).toMatch(/^\.\.\/\.\.\/packages\/ui\/src\/badge\.tsx:4:\d+ error unknown-message/)
  },
)

test('a tsconfig.json that only lists projects leads to the first of its folder', { timeout: 120_000 }, async () => {
  const app = makeWorkspace('plain', {
    'apps/web/tsconfig.json':
      '{ "files": [], "references": [{ "path": "../../packages/contracts" }, { "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }',
    'apps/web/tsconfig.app.json': JSON.stringify({
      compilerOptions: { ...TSCONFIG.compilerOptions, resolveJsonModule: true, paths: { '@/*': ['./src/*'] } },
      include: ['src'],
    }),
    'apps/web/tsconfig.node.json': '{ "compilerOptions": { "paths": {} }, "include": ["fw.config.ts"] }',
    'apps/web/src/limits.ts':
      'export interface Limits {\n  /** @minimum 3 */\n  pieces: number\n}\nexport const unit = "pieces"\n',
    'apps/web/src/server/orders.api.ts': `import { type Limits, unit } from '@/limits.ts'
import { api, type Call } from '@fw/runtime'

/** Takes pieces from stock and returns how many are left for the customer. */
export const place = api({ run: async ({ input }: Call<Limits>) => ({ reserved: input.pieces, unit }) })
`,
  })
  const missing = await runFw(app.root, ['check'])
  expect([missing.code, missing.stdout]).toEqual([
    1,
    expect.stringMatching(
      /^tsconfig\.json:1:42 error invalid-tsconfig[\s\S]*refers to \.\.\/\.\.\/packages\/contracts\/tsconfig\.json/,
    ),
  ])
  app.write('packages/contracts/tsconfig.json', '{ "compilerOptions": { "composite": true }, "include": ["src"] }')
  expect(await runFw(app.root, ['check'])).toMatchObject({ code: 0, stdout: '' })
  const built = await runFw(app.root, ['build'])
  expect(built.code, built.stderr).toBe(0)
  const refused = await runFw(app.root, ['run', 'orders.place', '--pieces', '2'])
  expect(refused.stderr).toContain('at least 3')
  const placed = await runFw(app.root, ['run', 'orders.place', '--pieces', '4'])
  expect(JSON.parse(placed.stdout)).toEqual({ reserved: 4, unit: 'pieces' })
})

test('fw check --fix corrects a file of a package', { timeout: 120_000 }, async () => {
  const app = makeWorkspace('plain', {
    'apps/web/src/routes/about.tsx': "export const meta = { title: 'About' }\nexport default () => <p>About</p>\n",
    [BADGE]: `export function Badge(props: { text: string }) {
  return <a href="/abuot">{props.text}</a>
}
`,
  })
  expect((await runFw(app.root, ['check'])).stdout).toContain('../../packages/ui/src/badge.tsx:2:')
  await runFw(app.root, ['check', '--fix'])
  expect(readFileSync(join(app.folder, BADGE), 'utf8')).toContain('href="/about"')
})

test('fw check --watch checks again after an edit in a package', { timeout: 120_000 }, async () => {
  const app = makeWorkspace('strict')
  const terminal = openTerminal(app.root, ['check', '--watch'])
  await terminal.until(/Found 0 errors/)
  edit(app, ORDER, 'sku: string', 'sku: () => string')
  await terminal.until(/unrepresentable-type[\s\S]*Found 1 error\./)
  app.write(ORDER, WORKSPACE_FILES[ORDER] ?? '')
  await terminal.until(/Found 1 error\.[\s\S]*Found 0 errors/)
  edit(app, ENGLISH, '"greeting"', '"greetings"')
  await terminal.until(/Found 0 errors[\s\S]*unknown-message[\s\S]*Found 1 error\./)
  await terminal.type('\u0003')
  await terminal.ended
})

test('types of a referenced project come from its sources, whether it is built or not', {
  timeout: 120_000,
}, async () => {
  const shared = { ...TSCONFIG.compilerOptions, allowImportingTsExtensions: false, noEmit: false }
  const app = makeWorkspace('plain', {
    'packages/contracts/package.json': JSON.stringify({
      name: '@acme/contracts',
      private: true,
      type: 'module',
      exports: { '.': { types: './dist/order.d.ts', import: './dist/order.js' } },
    }),
    'packages/contracts/tsconfig.json': JSON.stringify({
      compilerOptions: { ...shared, composite: true, rootDir: 'src', outDir: 'dist' },
      include: ['src'],
    }),
    'apps/web/tsconfig.json': JSON.stringify({
      compilerOptions: { ...TSCONFIG.compilerOptions, resolveJsonModule: true },
      references: [{ path: '../../packages/contracts' }],
    }),
  })
  expect(await runFw(app.root, ['check'])).toMatchObject({ code: 0, stdout: '' })
  edit(app, ORDER, 'sku: string', 'sku: () => string')
  expect((await runFw(app.root, ['check'])).stdout).toContain('unrepresentable-type')
  // An older build doesn't hide the sources.
  app.write('packages/contracts/dist/order.d.ts', 'export interface Order {\n  sku: string\n}\n')
  app.write('packages/contracts/dist/order.js', 'export {}\n')
  expect((await runFw(app.root, ['check'])).stdout).toContain('unrepresentable-type')
  app.write(ORDER, WORKSPACE_FILES[ORDER] ?? '')
  expect(await runFw(app.root, ['check'])).toMatchObject({ code: 0, stdout: '' })
})

test('fw dev uses the new files of a build of a package', { timeout: 120_000 }, async () => {
  const api = WORKSPACE_FILES['apps/web/src/server/orders.api.ts'] ?? ''
  const app = makeWorkspace('plain', {
    'packages/contracts/package.json': JSON.stringify({
      name: '@acme/contracts',
      private: true,
      type: 'module',
      exports: { '.': { types: './dist/order.d.ts', import: './dist/order.js' } },
    }),
    'packages/contracts/dist/order.d.ts': `${WORKSPACE_FILES[ORDER]}export declare const SHELF: string\n`,
    'packages/contracts/dist/order.js': "export const SHELF = 'left'\n",
    'apps/web/src/server/orders.api.ts': api
      .replace('import type { Order }', 'import { type Order, SHELF }')
      .replace('reserved: input.pieces', 'reserved: input.pieces, shelf: SHELF'),
  })
  const dev = await startFw(app.root, ['dev', '--port', '0'])
  onTestFinished(() => dev.stop('SIGTERM').then(() => undefined))
  const input = { sku: 'tea', pieces: 2 }
  await until(
    () => place(dev.url, input),
    (text) => text.includes('"shelf":"left"'),
  )
  app.write('packages/contracts/dist/order.js', "export const SHELF = 'right'\n")
  await until(
    () => place(dev.url, input),
    (text) => text.includes('"shelf":"right"'),
  )
  const types = `${(WORKSPACE_FILES[ORDER] ?? '').replace('@minimum 1', '@minimum 5')}export declare const SHELF: string\n`
  app.write('packages/contracts/dist/order.d.ts', types)
  await until(
    () => place(dev.url, input),
    (text) => text.includes('at least 5'),
  )
})
