import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBuild } from '../../../compiler/src/build/load-build.ts'
import type { AppModel, ContractModel } from '../../../compiler/src/model.ts'
import type { AnalysisReport } from '../../../compiler/src/report/analysis-report.ts'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import { type AppCopy, type BuildOutcome, buildApp, copyFixture, startBuilt } from './app-copy.ts'

describe('a build', () => {
  let app: AppCopy
  let outcome: BuildOutcome
  beforeAll(async () => {
    app = copyFixture()
    app.write('.fw-marker', '')
    outcome = await buildApp(app.root, true)
    if (!outcome.ok) throw new Error(`${outcome.log}\n${JSON.stringify(outcome.answer)}`)
  })
  afterAll(() => app.remove())

  const client = () => app.list('dist/client')
  const texts = (folder: string, ending: string) =>
    app
      .list(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => app.read(join(folder, file)))

  test('logs its steps with their times', () => {
    expect(outcome.log).toMatch(/^check {4}\d+ ms$/m)
    const steps = outcome.answer.steps as { name: string; ms: number }[]
    expect(steps.map(({ name }) => name)).toEqual(['check', 'emit', 'client', 'server', 'measure'])
  })

  test('CLI-03 puts the client bundle, styles and public/ into dist/client, with hashed names', () => {
    expect(client()).toContain('hello.txt')
    const names = client().map((file) => file.replace(/-[\w-]{8}(?=\.)/, '-HASH'))
    for (const name of ['assets/loader-HASH.js', 'assets/hydrate-HASH.js', 'assets/styles-HASH.css'])
      expect(names).toContain(name)
    expect(names.filter((name) => /^assets\/island-.*\.js$/.test(name))).toHaveLength(1)
  })

  test('CLI-05 writes source maps to which no file refers', () => {
    const scripts = client().filter((file) => file.endsWith('.js'))
    const mapped = scripts.filter((file) => client().includes(`${file}.map`))
    expect(mapped.length).toBeGreaterThan(0)
    for (const text of [...texts('dist/client', '.js'), ...texts('dist/server', '.js')])
      expect(text).not.toContain('sourceMappingURL')
  })

  test('API-23 replaces the whole api module in the client by stubs: no server code, none of its imports', () => {
    const scripts = texts('dist/client', '.js').join('\n')
    expect(scripts).toContain('api.notes.list')
    expect(scripts).not.toContain('marker-of-an-api-body')
    expect(scripts).not.toContain('marker-of-a-server-module')
    // Source maps contain the bundled sources: the source of an api must not be available to browsers.
    expect(texts('dist/server', '.js').join('\n')).toContain('marker-of-an-api-body')
  })

  test('copies the packages that the runtime alone uses, which the server imports when it needs them', async () => {
    const chunks = app.list('dist/server/chunks')
    for (const [name, exported] of [
      ['ioredis', 'Redis'],
      ['pg', 'Client'],
      ['mdream', 'htmlToMarkdown'],
      ['mcp-client', 'Client'],
      ['crossws', '_nodeAdapter'],
    ] as const) {
      const [file = '', ...others] = chunks.filter((chunk) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(chunk))
      expect(others).toEqual([])
      expect(chunks).toContain(`${file}.map`)
      const importers = texts('dist/server', '.js').filter((text) => text.includes(`/${file}"`))
      expect(importers.some((text) => /import\("\.\/(?:chunks\/)?/.test(text))).toBe(true)
      const loaded = (await import(pathToFileURL(app.path(`dist/server/chunks/${file}`)).href)) as object
      expect(loaded).toMatchObject({ [exported]: expect.any(Function) })
    }
    expect(texts('dist/server', '.js').join('\n')).not.toContain('__FW_SERVER_PACKAGES__')
  })

  test('makes one server bundle with no compiler package in it and nothing but Node and native packages outside', () => {
    const imported = texts('dist/server', '.js').flatMap((text) =>
      [...text.matchAll(/(?:^|[;\s])(?:import|from|import\()\s*["']([^"'\n]+)["']/gm)].map((match) => match[1] ?? ''),
    )
    const unlisted = imported.filter((name) => !name.startsWith('.') && !name.startsWith('node:') && name !== 'libsql')
    expect(unlisted).toEqual([])
    for (const text of texts('dist/server', '.js')) expect(text).not.toMatch(/ts-morph|@babel\/core|@swc\/core/)
  })

  test('writes entries, types and the model into .fw, without a path of this machine', () => {
    expect(app.list('.fw')).toEqual(expect.arrayContaining(['client.js', 'model.json', 'server.js']))
    expect(app.list('.fw/types').length).toBeGreaterThan(0)
    for (const file of ['.fw/client.js', '.fw/model.json', '.fw/server.js'])
      expect(app.read(file)).not.toContain(app.root)
  })

  test('reports routes, islands and tools', () => {
    const { routes, islands, tools } = outcome.answer.analysis as AnalysisReport
    const byPattern = new Map(routes.map((route) => [route.pattern, route]))
    expect([...byPattern.keys()].sort()).toEqual(['/', '/about', '/items/[id]'])
    expect(byPattern.get('/about')).toMatchObject({ islands: [], js: { brotli: 0 }, html: { path: '/about' } })
    expect(byPattern.get('/items/[id]')?.notRendered).toBe(
      'has parameters, no staticParams, and no link on a measured page',
    )
    const [counter] = islands
    expect(counter?.name).toBe('Counter')
    expect(counter?.reasons.join()).toMatch(/onClick.*createSignal|createSignal.*onClick/)
    expect(byPattern.get('/')?.islands).toEqual([counter?.id])
    expect(byPattern.get('/')?.js).toEqual(counter?.js)
    expect(counter?.js.brotli).toBeLessThan(counter?.js.gzip ?? 0)
    expect(tools.map(({ tool, guard, scopes }) => [tool, guard, scopes])).toEqual([
      ['api.notes.list', 'auto', []],
      ['api.notes.erase', 'confirm', ['notes']],
    ])
    for (const tool of tools) expect(tool.inputBytes).toBeGreaterThan(20)
  })

  test('the same sources give the same bytes: built again, and in another folder; .fw/data stays', async () => {
    const before = digest(app)
    app.write('.fw/data', 'kept')
    const again = await buildApp(app.root)
    expect(again.answer).not.toHaveProperty('message')
    expect(digest(app)).toEqual(before)
    expect(app.read('.fw/data')).toBe('kept')
    const other = copyFixture()
    await buildApp(other.root)
    expect(digest(other)).toEqual(before)
    other.remove()
  })

  test('serves pages, stubs and apis when it is started', async () => {
    const { url, stop } = await startBuilt(app.root)
    try {
      const page = await (await fetch(url)).text()
      expect(page).toContain('Welcome home')
      const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? '')
      expect(scripts).toHaveLength(1)
      for (const script of scripts) expect((await fetch(new URL(script, url))).status).toBe(200)
      expect(await (await fetch(new URL('about', url))).text()).not.toContain('<script')
      expect(await (await fetch(new URL('hello.txt', url))).text()).toBe('plain file\n')
      const call = (input: unknown) =>
        fetch(new URL('_fw/api/notes.list', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
      expect(await (await call({ limit: 1 })).json()).toMatchObject({ ok: true, result: [{ id: 'a' }] })
      expect((await call({ limit: 0 })).status).toBe(400)
    } finally {
      await stop()
    }
  })

  test('loads validators at the first call: the bundle has none, and lists of tools describe the apis without them', async () => {
    expect(app.read('dist/server/index.js')).not.toMatch(/\binput: compiledValidator\(/)
    const [contracts = ''] = app.list('dist/server/chunks').filter((file) => /\bnotes-.*\.js$/.test(file))
    const { modules } = JSON.parse(app.read('.fw/model.json')) as AppModel
    const [list] = modules[0]?.apis ?? []
    expect(app.read(`dist/server/chunks/${contracts}`)).toMatch(/\binput: compiledValidator\(/)
    const { url, stop } = await startBuilt(app.root)
    try {
      const { tools } = (await (await fetch(new URL('_fw/manifest', url))).json()) as Manifest
      const shown = tools.find(({ name }) => name === 'api.notes.list')
      expect(shown).toMatchObject({ description: list?.description, input: schemaOf(list?.input) })
      expect(shown?.output).toEqual(schemaOf(list?.output))
    } finally {
      await stop()
    }
  })

  test("fw.config.ts overrides the bundle's defaults, and the wiring overrides fw.config.ts", async () => {
    const { server } = await loadBuild(app.root)
    const pageOf = async (wiring: object, defaults: object) => {
      // The bundle's own server, of which only `fetch` is needed here.
      const made = server.createApp(wiring, defaults) as { fetch(request: Request): Promise<Response> }
      return (await made.fetch(new Request('http://localhost/items/1'))).text()
    }
    const page = await pageOf({}, { title: 'Default', lang: 'de' })
    expect(page).toContain('<title id="fw-title">Fixture</title>')
    expect(page).toContain('<html lang="de"')
    expect(await pageOf({ title: 'Wired' }, {})).toContain('<title id="fw-title">Wired</title>')
  })
})

test('CLI-07 start fails without a build, and names the command to run', async () => {
  const app = copyFixture()
  await expect(loadBuild(app.root)).rejects.toThrow(/There is no production build in .*Run "fw build" first/)
  app.remove()
})

describe('a broken app', () => {
  test('API-17 a default export fails the build with code, place and frame before anything is written', async () => {
    const app = copyFixture()
    app.write('src/server/notes.api.ts', `${app.read('src/server/notes.api.ts')}\nexport default list\n`)
    const { ok, log, answer } = await buildApp(app.root)
    expect(ok).toBe(false)
    expect(answer).toMatchObject({ name: 'BuildError', message: 'The build stopped at 1 error; nothing was written.' })
    expect(log).toMatch(/src\/server\/notes\.api\.ts:\d+:\d+/)
    expect(log).toContain('export default list')
    const [diagnostic] = answer.diagnostics as { code: string; frame?: string }[]
    expect(log).toContain(diagnostic?.code)
    expect(app.list('.fw').filter((file) => !file.startsWith('cache/'))).toEqual([])
    expect(existsSync(app.path('dist'))).toBe(false)
    app.remove()
  })

  test('an island that reaches into the server fails with the chain of imports', async () => {
    const app = copyFixture()
    app.edit(
      'src/components/card.tsx',
      'export',
      "import { readNotes } from '../server/notes.ts'\nreadNotes('x')\nexport",
    )
    const { ok, answer, log } = await buildApp(app.root)
    expect(ok).toBe(false)
    expect(answer.message).toContain('The build stopped at 1 error; nothing was written.')
    expect(log).toContain('error server-code')
    for (const file of ['src/components/counter.tsx', 'src/components/card.tsx', 'src/server/notes.ts'])
      expect(log).toContain(file)
    app.remove()
  })
})

test('an app without islands, styles or apis builds to pages without any script', async () => {
  const app = copyFixture()
  app.edit('src/routes/index.tsx', '<Counter start={3} />', '')
  app.edit('src/routes/index.tsx', "import { Counter } from '../components/counter.tsx'\n", '')
  for (const file of ['src/components/counter.tsx', 'src/server', 'src/styles.css'])
    await import('node:fs/promises').then(({ rm }) => rm(app.path(file), { recursive: true }))
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  expect(app.list('dist/client')).toEqual(['hello.txt', 'icon.svg'])
  app.remove()
})

describe('a build of an app with hooks, and with an api whose schema is a value', () => {
  let app: AppCopy
  let outcome: BuildOutcome
  beforeAll(async () => {
    app = copyFixture()
    app.write(
      'src/hooks.ts',
      `import type { AuditEntry } from '@fw/runtime/server'
export type Heard = string
export const onAudit = (entry: AuditEntry) => Object.assign(globalThis, { heardByHook: entry.tool })
`,
    )
    app.write(
      'src/server/search.api.ts',
      `import { api, int, schema, str } from '@fw/runtime'
/** Searches by text, from a page on. */
export const find = api({ input: schema({ text: str(), page: int().default(1) }), run: ({ input }) => input })
`,
    )
    outcome = await buildApp(app.root)
  })
  afterAll(() => app.remove())

  test("the bundle's server calls the exports of src/hooks.ts", async () => {
    expect(outcome.ok, outcome.log).toBe(true)
    const { server } = await loadBuild(app.root)
    const made = server.createApp({}, {}) as { fetch(request: Request): Promise<Response> }
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/_fw/api/notes.list', { method: 'POST', headers, body: '{"limit":1}' })
    await made.fetch(request)
    expect(globalThis).toMatchObject({ heardByHook: 'api.notes.list' })
  })

  test('writes the types of apis with schemas that are values, without loading the app', async () => {
    expect(outcome.ok, outcome.log).toBe(true)
    expect(outcome.log).not.toMatch(/^types /m)
    const text = app.read('.fw/types/tools.d.ts')
    expect(text).toContain('"api.search.find": {')
    expect(text).toMatch(/text: string\n\s+page\?: number/)
    expect(text).not.toContain('api.notes')
    app.edit(
      'src/server/search.api.ts',
      'import { api',
      "if (process.env.DATABASE === undefined) throw new Error('No DATABASE.')\nimport { api",
    )
    const again = await buildApp(app.root)
    expect(again.ok, again.log).toBe(true)
    expect(again.log).not.toContain('DATABASE')
    expect(app.read('.fw/types/tools.d.ts')).toBe(text)
  })
})

function schemaOf(contract: ContractModel | undefined) {
  return contract?.source === 'type' ? contract.schema : undefined
}

function digest(app: AppCopy): Record<string, string> {
  const files = ['dist', '.fw/types'].flatMap((folder) => app.list(folder).map((file) => join(folder, file)))
  return Object.fromEntries(files.map((file) => [file, createHash('sha256').update(app.read(file)).digest('hex')]))
}
