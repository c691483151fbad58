import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CompletionItem, Hover, Location, SymbolInformation, WorkspaceEdit } from 'vscode-languageserver/node'
import { linkPackages } from '../support/fixture.ts'
import { applyEdit, type LspClient, startLsp } from './lsp-client.ts'

const SHOP = `import { api, type Call } from '@fw/runtime'

interface Search {
  query: string
}

/** Finds products. */
export const search = api({ run: async ({ input }: Call<Search>) => ({ found: [input.query] }) })
`
/** A template in the source of an app. */
const PRODUCT_TAG = ['`product-$', '{id}`'].join('')
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    resolveJsonModule: true,
    noEmit: true,
    types: [],
  },
  include: ['src'],
})

interface WrittenApp {
  readonly root: string
  /** Writes a file; `undefined` removes it. Returns its path. */
  write(file: string, text: string | undefined): string
}

function writeApp(
  files: Readonly<Record<string, string>>,
  folder = mkdtempSync(join(tmpdir(), 'fw-lsp-')),
): WrittenApp {
  const write = (file: string, text: string | undefined) => {
    const path = join(folder, file)
    if (text === undefined) rmSync(path)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    return path
  }
  write('tsconfig.json', TSCONFIG)
  linkPackages(folder)
  for (const [file, text] of Object.entries(files)) write(file, text)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { root: folder, write }
}

describe('fw lsp', () => {
  let lsp: LspClient
  beforeAll(async () => {
    lsp = await startLsp({ folders: [tmpdir()] })
  })
  afterAll(() => lsp.stop())

  const codes = (path: string) => lsp.shown(path)?.map(({ code }) => code)
  const shownText = (path: string) => lsp.shown(path)?.map(({ range }) => lsp.text(path, range))

  it('counts UTF-16 units, in files with CRLF and non-ASCII names', async () => {
    const app = writeApp({}, mkdtempSync(join(tmpdir(), 'fw lsp ünïcode 日本 ')))
    const text = `/* 🍵🍵 */ export const grüße = 1\r\n// 🍵\r\nexport const menge = 2\r\n${SHOP.replaceAll('\n', '\r\n')}`
    const file = app.write('src/server/shop.api.ts', text)
    await lsp.open(file)
    await expect.poll(() => codes(file)).toEqual([1004, 1004])
    expect(shownText(file)).toEqual(['grüße', 'menge'])
    expect(lsp.shown(file)?.[0]?.range.start).toEqual({ line: 0, character: '/* 🍵🍵 */ export const '.length })
    const [action] = await lsp.ask<{ edit: WorkspaceEdit }[]>('textDocument/codeAction', {
      textDocument: { uri: lsp.uri(file) },
      range: lsp.shown(file)?.[0]?.range,
      context: { diagnostics: [] },
    })
    const fixed = Object.values(applyEdit(action?.edit ?? null))[0] ?? ''
    expect(fixed).not.toMatch(/[^\r]\n/)
    expect(fixed).not.toBe(text)
  })

  it('sees unsaved changes of other open files', async () => {
    const app = writeApp({ 'src/server/shop.api.ts': SHOP, 'src/routes/tea.tsx': 'export default () => <p>Tea</p>\n' })
    const use = app.write(
      'src/use.ts',
      "import { allowsTool } from '@fw/runtime/agent'\nexport const is = allowsTool('')\n",
    )
    const shop = join(app.root, 'src/server/shop.api.ts')
    await lsp.open(use)
    await lsp.open(shop)
    const names = async () => {
      const items = await lsp.askAt<CompletionItem[]>('textDocument/completion', use, "allowsTool('", 12)
      return items.map(({ label }) => label)
    }
    expect(await names()).toEqual(['api.shop.search'])
    await lsp.edit(shop, 'const search', 'const find')
    expect(await names()).toEqual(['api.shop.find'])
    await lsp.close(shop)
    expect(await names()).toEqual(['api.shop.search'])
  })

  it('refreshes hints after changes of other files', async () => {
    const app = writeApp({
      'src/server/shop.api.ts': SHOP,
      'src/use.ts': "import { search } from './server/shop.api'\nexport const found = search({ query: 'tea' })\n",
    })
    const [shop, use] = [join(app.root, 'src/server/shop.api.ts'), join(app.root, 'src/use.ts')]
    await lsp.open(use)
    await lsp.open(shop)
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
    const hints = () =>
      lsp.ask<readonly object[]>('textDocument/inlayHint', { textDocument: { uri: lsp.uri(use) }, range })
    expect(await hints()).toEqual([])
    await lsp.edit(shop, 'query: string', 'query: string\n  limit?: number')
    const before = lsp.hintRefreshes()
    await lsp.edit(shop, 'api({ run', "api({ guard: 'confirm', run")
    await expect.poll(lsp.hintRefreshes, { timeout: 10_000 }).toBe(before + 1)
    expect(await hints()).toMatchObject([{ label: 'guard confirm' }])
    await lsp.close(shop)
    await lsp.close(use)
  })

  it('serves several apps and ignores files outside of apps', async () => {
    const first = writeApp({ 'src/server/shop.api.ts': 'export default 1\n' })
    const second = writeApp({ 'src/server/desk.api.ts': 'export default 1\n' })
    const folder = mkdtempSync(join(tmpdir(), 'fw-outside-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const lone = join(folder, 'shop.api.ts')
    writeFileSync(lone, 'export default 1\n')
    const [shop, desk] = [join(first.root, 'src/server/shop.api.ts'), join(second.root, 'src/server/desk.api.ts')]
    for (const file of [lone, shop, desk]) await lsp.open(file)
    await expect.poll(() => [codes(shop), codes(desk)]).toEqual([[1001], [1001]])
    expect(codes(lone)).toBeUndefined()
    expect(await lsp.askAt('textDocument/hover', lone, 'export')).toBeNull()
    const untitled = { uri: 'untitled:Untitled-1', languageId: 'typescript', version: 1, text: 'export default 1' }
    await lsp.notify('textDocument/didOpen', { textDocument: untitled })
    const at = { textDocument: { uri: untitled.uri }, position: { line: 0, character: 0 } }
    expect(await lsp.ask('textDocument/definition', at)).toBeNull()
  })

  it('clears the findings of a closed file', async () => {
    const app = writeApp({ 'src/server/shop.api.ts': 'export default 1\n' })
    const shop = join(app.root, 'src/server/shop.api.ts')
    await lsp.open(shop)
    await expect.poll(() => codes(shop)).toEqual([1001])
    await lsp.close(shop)
    await expect.poll(() => codes(shop)).toEqual([])
  })

  it('survives syntax errors', async () => {
    const app = writeApp({ 'src/server/shop.api.ts': SHOP })
    const shop = join(app.root, 'src/server/shop.api.ts')
    await lsp.open(shop)
    for (const broken of ['export const broken = api({ run: (', '`${', '/* ', 'export const = <div', '\u0000']) {
      await lsp.write(shop, SHOP + broken)
      await lsp.askAt('textDocument/hover', shop, 'search = api', 2)
      await lsp.ask('textDocument/documentSymbol', { textDocument: { uri: lsp.uri(shop) } })
    }
    await lsp.write(shop, `${SHOP}export const size = 1\n`)
    await expect.poll(() => codes(shop)).toEqual([1004])
  })

  it('survives the removal of an app', async () => {
    const app = writeApp({ 'src/server/shop.api.ts': 'export default 1\n' })
    const shop = join(app.root, 'src/server/shop.api.ts')
    await lsp.open(shop)
    await expect.poll(() => codes(shop)).toEqual([1001])
    rmSync(app.root, { recursive: true })
    await new Promise((done) => setTimeout(done, 300))
    expect(await lsp.ask('fw/tools', {})).toEqual(expect.any(Array))
    await lsp.close(shop)
  })

  it('reads files that are added, changed and removed on disk', async () => {
    const app = writeApp({ 'src/routes/index.tsx': 'export default () => <a href="/tea">Tea</a>\n' })
    const page = join(app.root, 'src/routes/index.tsx')
    await lsp.open(page)
    await expect.poll(() => shownText(page)).toEqual(['"/tea"'])
    const tea = app.write('src/routes/tea.tsx', 'export default () => <p>Tea</p>\n')
    await expect.poll(() => shownText(page)).toEqual([])
    rmSync(tea)
    await expect.poll(() => shownText(page)).toEqual(['"/tea"'])
  })

  it('completes and finds cache tags, message keys and skills', async () => {
    const app = writeApp({
      'src/server/shop.api.ts': SHOP.replace('api({', "api({ invalidates: ['prod'],"),
      'src/products.ts': `import { cached } from '@fw/runtime'\nexport const read = cached(async (id: string) => id, { ttl: 9, tags: (id) => ['products', ${PRODUCT_TAG}] })\n`,
      'src/routes/tea.tsx':
        "export const cache = { scope: 'public', tags: ['teas'] }\nexport default () => <p>Tea</p>\n",
      'src/i18n.ts':
        "import { defineI18n } from '@fw/runtime'\nimport de from './de.json' with { type: 'json' }\nimport en from './en.json' with { type: 'json' }\nexport default defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en, de } })\n",
      'src/en.json': '{ "home": { "title": "Teas" } }\n',
      'src/de.json': '{ "home": { "title": "Tees" } }\n',
      'src/skills/refunds.md':
        '---\nname: refunds\ndescription: Explains refunds.\ntools: [api.shop.search, api.shop.find]\n---\nText\n',
      'src/title.ts':
        "import { t } from '@fw/runtime'\nexport const title = () => t('home.title')\nexport const skill = 'skill://'\n",
    })
    const path = (file: string) => join(app.root, file)
    for (const file of ['src/server/shop.api.ts', 'src/title.ts', 'src/skills/refunds.md']) await lsp.open(path(file))
    const labels = async (file: string, needle: string, skip: number) => {
      const items = await lsp.askAt<CompletionItem[] | null>('textDocument/completion', path(file), needle, skip)
      return (items ?? []).map(({ label }) => label)
    }
    const targets = async (file: string, needle: string, skip: number) => {
      const found = await lsp.askAt<{ targetUri: string; targetRange: Location['range'] }[] | null>(
        'textDocument/definition',
        path(file),
        needle,
        skip,
      )
      return (found ?? []).map(({ targetUri, targetRange }) => {
        const target = decodeURIComponent(targetUri.slice(lsp.uri(app.root).length + 1))
        return [target, lsp.text(path(target), targetRange)]
      })
    }
    expect(await labels('src/server/shop.api.ts', "'prod'", 3)).toEqual(['products', 'product-[id]', 'teas'])
    await lsp.edit(path('src/server/shop.api.ts'), "'prod'", "'product-[query]'")
    expect(await targets('src/server/shop.api.ts', "'product-[query]'", 3)).toEqual([['src/products.ts', PRODUCT_TAG]])
    expect(await labels('src/title.ts', "t('home.title')", 4)).toEqual(['home.title'])
    expect(await targets('src/title.ts', "t('home.title')", 4)).toEqual([
      ['src/en.json', '"Teas"'],
      ['src/de.json', '"Tees"'],
    ])
    expect(await labels('src/title.ts', "'skill://", 9)).toEqual(['skill://refunds/SKILL.md'])
    const skill = path('src/skills/refunds.md')
    await expect.poll(() => shownText(skill)).toEqual(['api.shop.find'])
    expect(await labels('src/skills/refunds.md', 'api.shop.find', 4)).toEqual(['api.shop.search'])
    expect(await labels('src/skills/refunds.md', 'Text', 2)).toEqual([])
    expect(await targets('src/skills/refunds.md', 'api.shop.search', 3)).toEqual([['src/server/shop.api.ts', 'search']])
    const hover = await lsp.askAt<Hover>('textDocument/hover', skill, 'api.shop.search', 3)
    expect(JSON.stringify(hover.contents)).toContain('Tool `api.shop.search`')
    // Unsaved changes of messages and skills count.
    await lsp.open(path('src/en.json'))
    await lsp.edit(path('src/en.json'), '"title"', '"heading"')
    expect(await labels('src/title.ts', "t('home.title')", 4)).toEqual(['home.heading'])
    await lsp.close(path('src/en.json'))
    await lsp.edit(skill, 'api.shop.find', 'api.shop.search')
    await expect.poll(() => shownText(skill)).toEqual([])
    await lsp.edit(skill, 'api.shop.search]', 'api.shop.find]')
    // The name in a skill changes with the tool.
    const edit = await lsp.askAt<WorkspaceEdit>(
      'textDocument/rename',
      path('src/server/shop.api.ts'),
      'search = api',
      2,
      {
        newName: 'query',
      },
    )
    expect(applyEdit(edit)[skill]).toContain('tools: [api.shop.query, api.shop.find]')
  })

  it('has not failed once', () => {
    expect(lsp.logged).toEqual([])
    expect(lsp.stderr()).toBe('')
  })
})

describe('a process of fw lsp', () => {
  it('answers with plain results for an editor without optional features', async () => {
    const app = writeApp({
      'src/server/shop.api.ts': SHOP,
      'src/routes/tea.tsx': 'export default () => <a href="/tea">Tea</a>\n',
    })
    const lsp = await startLsp({ folders: [app.root], capabilities: {} })
    const [shop, tea] = [join(app.root, 'src/server/shop.api.ts'), join(app.root, 'src/routes/tea.tsx')]
    await lsp.open(shop)
    await lsp.open(tea)
    expect(lsp.initialized.capabilities.renameProvider).toBe(true)
    const flat = await lsp.ask<SymbolInformation[]>('textDocument/documentSymbol', {
      textDocument: { uri: lsp.uri(shop) },
    })
    expect(flat[0]).toMatchObject({ name: 'search', location: { uri: lsp.uri(shop) } })
    const found = await lsp.askAt<Location[]>('textDocument/definition', tea, '/tea', 2)
    expect(found[0]).toMatchObject({ uri: lsp.uri(tea) })
    const edit = await lsp.askAt<WorkspaceEdit>('textDocument/rename', shop, 'search = api', 2, { newName: 'find' })
    expect(Object.keys(edit.changes ?? {})).toEqual([lsp.uri(shop)])
    await expect(lsp.askAt('textDocument/rename', tea, '/tea', 2, { newName: '/coffee' })).rejects.toThrow(
      "This editor can't rename files",
    )
    expect(await lsp.stop()).toBe(0)
  })

  it('logs a crash of the analysis, responds with an error, and continues', async () => {
    const app = writeApp({ 'src/server/shop.api.ts': `${SHOP}export const size = 1\n`, broken: '' })
    const env = { NODE_OPTIONS: `--require=${resolve(import.meta.dirname, 'break-disk.cjs')}` }
    const lsp = await startLsp({ folders: [app.root], env })
    const shop = join(app.root, 'src/server/shop.api.ts')
    await lsp.open(shop)
    const hover = () => lsp.askAt<Hover>('textDocument/hover', shop, 'search = api', 2)
    await expect(hover()).rejects.toThrow('textDocument/hover failed: The disk is broken.')
    await expect(hover()).rejects.toThrow('The disk is broken.')
    await expect.poll(() => lsp.logged.length).toBeGreaterThanOrEqual(2)
    // Each failure is logged once, with its stack.
    expect(lsp.logged.filter((text) => text.startsWith('textDocument/hover failed'))).toHaveLength(1)
    expect(lsp.logged.some((text) => text.startsWith('textDocument/publishDiagnostics failed'))).toBe(true)
    expect(lsp.logged[0]).toMatch(/\n +at /)
    app.write('broken', undefined)
    expect(await hover()).not.toBeNull()
    await lsp.edit(shop, 'size', 'sizes')
    await expect.poll(() => lsp.shown(shop)?.map(({ code }) => code)).toEqual([1004])
    expect(await lsp.stop()).toBe(0)
  })

  it('ends with 1 if the editor leaves without shutdown', async () => {
    const app = writeApp({ 'src/server/shop.api.ts': SHOP })
    const left = await startLsp({ folders: [app.root] })
    left.disconnect()
    expect(await left.ended).toBe(1)
    const exited = await startLsp({ folders: [app.root] })
    await exited.notify('exit', undefined)
    expect(await exited.ended).toBe(1)
  })
})
