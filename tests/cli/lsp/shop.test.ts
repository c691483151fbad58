import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  CodeAction,
  CompletionItem,
  DefinitionLink,
  DocumentSymbol,
  Hover,
  InlayHint,
  Range,
  WorkspaceEdit,
} from 'vscode-languageserver/node'
import { applyEdit, type LspClient, startLsp } from './lsp-client.ts'
import { copyShop, type ShopCopy } from './shop-copy.ts'

const WHOLE: Range = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } }

let shop: ShopCopy
let lsp: LspClient
let orders: string
let checkout: string
let header: string

beforeAll(async () => {
  shop = copyShop()
  orders = shop.path('src/server/orders.api.ts')
  checkout = shop.path('src/components/checkout.tsx')
  header = shop.path('src/components/site-header.tsx')
  const env = {
    NODE_OPTIONS: `--require=${resolve(import.meta.dirname, 'record-typescript.cjs')}`,
  }
  lsp = await startLsp({ folders: [shop.root], env })
  for (const file of [orders, checkout, header]) await lsp.open(file)
})
afterAll(async () => {
  await lsp.stop()
  shop.remove()
})

const targets = async (path: string, needle: string, skip: number): Promise<readonly string[]> => {
  const found = await lsp.askAt<DefinitionLink[] | null>('textDocument/definition', path, needle, skip)
  return (found ?? []).map(({ targetUri, targetRange }) => {
    const file = decodeURIComponent(targetUri.slice(lsp.uri(shop.root).length + 1))
    return `${file}:${targetRange.start.line + 1} ${lsp.text(shop.path(file), targetRange)}`.trimEnd()
  })
}
const labels = async (path: string, needle: string, skip: number): Promise<readonly string[]> => {
  const items = await lsp.askAt<CompletionItem[] | null>('textDocument/completion', path, needle, skip)
  return (items ?? []).map(({ label }) => label)
}
const rename = (path: string, needle: string, skip: number, newName: string) =>
  lsp.askAt<WorkspaceEdit | null>('textDocument/rename', path, needle, skip, { newName })
/** Returns the lines of the new texts that differ from the old ones, by file. */
const changedLines = (edit: WorkspaceEdit | null): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(applyEdit(edit)).map(([path, text]) => {
      const before = new Set(readFileSync(path, 'utf8').split('\n'))
      return [path.slice(shop.root.length + 1), text.split('\n').filter((line) => !before.has(line))]
    }),
  )

describe('fw lsp on the shop, with TypeScript 7 alone', () => {
  it('declares its features and its version', () => {
    const { capabilities, serverInfo } = lsp.initialized
    expect(serverInfo).toMatchObject({ name: 'fw', version: expect.stringMatching(/^\d/) })
    expect(capabilities).toMatchObject({
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2 },
      renameProvider: { prepareProvider: true },
      codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.fw'] },
    })
  })

  it('describes an api where it is defined, called and named, with guard, scopes and derived schema', async () => {
    const hover = async (path: string, needle: string, skip: number) =>
      (await lsp.askAt<Hover | null>('textDocument/hover', path, needle, skip))?.contents as { value: string }
    const { value } = await hover(orders, 'checkout = api', 2)
    expect(value).toContain('Tool `api.orders.checkout`: guard `confirm`, irreversible')
    expect(value).toContain('"format": "money-minor-units"')
    expect((await hover(checkout, 'checkout({ total', 2)).value).toBe(value)
    const list = await hover(orders, 'list = api', 1)
    expect(list.value).toContain('guard `auto`, scopes `orders:read`, readonly')
    const intent = await hover(checkout, "'order'", 2)
    expect(intent.value).toContain('Tool `Checkout.order` of the pages that show it: guard `auto`')
    expect(intent.value).toContain('"format": "email"')
    expect((await hover(checkout, 'Checkout(props', 2)).value).toContain('`Checkout` is an island because of:')
    expect(await hover(checkout, 'event.preventDefault', 7)).toBeUndefined()
  })

  it('finds the page of a link and of a pattern, and the source of a tool', async () => {
    expect(await targets(checkout, '/login?next', 2)).toEqual(['src/routes/login.tsx:1'])
    expect(await targets(checkout, '/orders/[id]', 2)).toEqual(['src/routes/orders/[id].tsx:1'])
    const assistant = shop.path('src/components/assistant.tsx')
    await lsp.open(assistant)
    expect(await targets(assistant, 'api.orders.checkout', 5)).toEqual(['src/server/orders.api.ts:8 checkout'])
    await lsp.close(assistant)
    const scenario = shop.path('evals/guest-order.eval.json')
    await lsp.open(scenario)
    expect(await targets(scenario, 'api.orders.checkout', 5)).toEqual(['src/server/orders.api.ts:8 checkout'])
    await lsp.close(scenario)
  })

  it('completes paths in links, patterns and tools', async () => {
    expect(await labels(header, 'href="/cart"', 6)).toEqual(expect.arrayContaining(['/cart', '/login', '/products/']))
    expect(await labels(checkout, "href('/orders", 6)).toEqual(
      expect.arrayContaining(['/', '/orders/[id]', '/products/[slug]']),
    )
    const assistant = shop.path('src/components/assistant.tsx')
    await lsp.open(assistant)
    await lsp.edit(assistant, 'export function', "export const named = callTool('')\nexport function")
    expect(await labels(assistant, "callTool('", 'callTool('.length + 1)).toEqual(
      expect.arrayContaining(['api.orders.list', 'AddToCart.add']),
    )
    await lsp.close(assistant)
  })

  it('lists apis, components with their intents, and the exports of a page', async () => {
    const symbols = async (path: string) => {
      if (path !== orders && path !== checkout) await lsp.open(path)
      const found = await lsp.ask<DocumentSymbol[]>('textDocument/documentSymbol', {
        textDocument: { uri: lsp.uri(path) },
      })
      return found.map(({ name, detail, children = [] }) => [name, detail, children.map((child) => child.name)])
    }
    expect(await symbols(orders)).toEqual([
      ['checkout', 'api.orders.checkout, guard confirm, irreversible', []],
      ['list', 'api.orders.list, guard auto, scopes orders:read, readonly', []],
      ['get', 'api.orders.get, guard auto, scopes orders:read, readonly', []],
    ])
    expect(await symbols(checkout)).toEqual([['Checkout', expect.stringContaining('island: '), ['order']]])
    const product = shop.path('src/routes/products/[slug].tsx')
    const [page] = await symbols(product)
    expect(page?.[0]).toBe('/products/[slug]')
    expect(page?.[2]).toEqual(expect.arrayContaining(['meta']))
    await lsp.close(product)
  })

  it('shows the guard and scopes of calls, and why a component is an island', async () => {
    const hints = await lsp.ask<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: lsp.uri(checkout) },
      range: WHOLE,
    })
    expect(hints.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^island because of call createSignal \(line 15\), intent order \(line 17\)/),
      'guard confirm, irreversible',
    ])
    expect(hints[1]?.position).toEqual(lsp.position(checkout, 'checkout({ total', 'checkout'.length))
    const start = lsp.position(checkout, 'return (\n    <form')
    const rest = { textDocument: { uri: lsp.uri(checkout) }, range: { start, end: WHOLE.end } }
    expect(await lsp.ask<InlayHint[]>('textDocument/inlayHint', rest)).toEqual([])
  })

  it('renames a tool in code, filters and eval scenarios', async () => {
    expect(await lsp.askAt('textDocument/prepareRename', orders, 'checkout = api', 2)).toMatchObject({
      placeholder: 'checkout',
    })
    const changed = changedLines(await rename(orders, 'checkout = api', 2, 'buy'))
    expect(changed).toEqual({
      'evals/guest-order.eval.json': [expect.stringContaining('"tool": "api.orders.buy"')],
      'evals/refused.eval.json': [expect.stringContaining('"tool": "api.orders.buy"')],
      'src/components/assistant.tsx': [expect.stringContaining("'api.orders.buy'")],
      'src/components/checkout.tsx': [
        "import { buy } from '../server/orders.api.ts'",
        '  const form = useForm(buy)',
        expect.stringContaining('await buy({ total'),
      ],
      'src/server/orders.api.ts': ['export const buy = api({'],
      ...(changed['tests/shop.test.ts'] && { 'tests/shop.test.ts': expect.anything() }),
    })
    expect(changedLines(await rename(checkout, "'order'", 2, 'buy'))).toEqual({
      'src/components/checkout.tsx': ["  const order = intent('buy', {"],
    })
  })

  it('refuses names that a tool can not have', async () => {
    const refused = async (name: string) => expect(rename(orders, 'checkout = api', 2, name)).rejects
    await (await refused('list')).toThrow('This app already has a tool named "api.orders.list".')
    await (await refused('placeOrder')).toThrow('src/server/orders.api.ts already uses the name "placeOrder"')
    await (await refused('a__b')).toThrow('contains "__"')
    await (await refused('delete')).toThrow('is a word of the language')
    await (await refused('9lives')).toThrow("can't be part of a tool name")
  })

  it('renames a page with its file, its links and its imports', async () => {
    const edit = await rename(checkout, '/login?next', 2, '/account/sign-in')
    expect(edit?.documentChanges?.at(-1)).toEqual({
      kind: 'rename',
      oldUri: lsp.uri(shop.path('src/routes/login.tsx')),
      newUri: lsp.uri(shop.path('src/routes/account/sign-in.tsx')),
    })
    const changed = changedLines(edit)
    expect(changed['src/components/checkout.tsx']?.join()).toContain('<a href="/account/sign-in?next=/cart">')
    expect(changed['src/components/site-header.tsx']?.join()).toContain('href="/account/sign-in"')
    expect(changed['src/components/sign-in-first.tsx']?.join()).toContain("href('/account/sign-in', {}, { query")
    // The file moves one folder down.
    expect(changed['src/routes/login.tsx']?.join('\n')).toContain("from '../../components/login-form.tsx'")
    const pattern = changedLines(await rename(checkout, '/orders/[id]', 2, '/purchases/[id]'))
    expect(Object.keys(pattern).sort()).toEqual([
      'src/components/checkout.tsx',
      'src/routes/orders/index.tsx',
      'src/server/orders.api.ts',
    ])
  })

  it('explains why a page can not be renamed', async () => {
    await expect(rename(checkout, '/orders/[id]', 2, '/orders/[number]')).rejects.toThrow('must have [id]')
    await expect(rename(checkout, '/login?next', 2, '/cart')).rejects.toThrow('already belongs to src/routes/cart.tsx')
    await expect(rename(checkout, '/login?next', 2, 'sign-in')).rejects.toThrow('must begin with "/"')
    await expect(lsp.askAt('textDocument/prepareRename', header, 'href="/"', 7)).rejects.toThrow('The home page')
  })

  it('changes links when the user moves the file of a page', async () => {
    const files = [
      { oldUri: lsp.uri(shop.path('src/routes/login.tsx')), newUri: lsp.uri(shop.path('src/routes/enter.tsx')) },
    ]
    const changed = changedLines(await lsp.ask<WorkspaceEdit | null>('workspace/willRenameFiles', { files }))
    expect(Object.keys(changed).sort()).toEqual([
      'src/components/checkout.tsx',
      'src/components/sign-in-first.tsx',
      'src/components/site-header.tsx',
    ])
    const other = [{ oldUri: lsp.uri(checkout), newUri: lsp.uri(shop.path('src/components/pay.tsx')) }]
    expect(await lsp.ask('workspace/willRenameFiles', { files: other })).toBeNull()
  })

  it('publishes findings while the user types, fixes them, and clears them', async () => {
    expect(lsp.shown(orders)).toBeUndefined()
    const before = readFileSync(orders, 'utf8')
    await lsp.edit(
      orders,
      'export interface Checkout',
      'export const first = 1\nexport const second = 2\nexport interface Checkout',
    )
    await expect
      .poll(() => lsp.shown(orders)?.map(({ code, source }) => [source, code]))
      .toEqual([
        ['fw', 1004],
        ['fw', 1004],
      ])
    const [diagnostic] = lsp.shown(orders) ?? []
    if (diagnostic === undefined) throw new Error('Nothing was published.')
    expect(lsp.text(orders, diagnostic.range)).toBe('first')
    const actions = (range: Range, only?: readonly string[]) =>
      lsp.ask<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri: lsp.uri(orders) },
        range,
        context: { diagnostics: [], ...(only && { only }) },
      })
    const quick = await actions(diagnostic.range)
    expect(quick[0]).toMatchObject({ kind: 'quickfix', isPreferred: true, diagnostics: [{ code: 1004 }] })
    expect(quick.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Fix all in this file/))
    const [all] = await actions(WHOLE, ['source.fixAll'])
    expect(all).toMatchObject({ kind: 'source.fixAll.fw' })
    const [change] = all?.edit?.documentChanges ?? []
    expect(change).toMatchObject({ textDocument: { uri: lsp.uri(orders), version: 2 } })
    expect(await actions(WHOLE, ['refactor'])).toEqual([])
    await lsp.write(orders, before)
    await expect.poll(() => lsp.shown(orders)).toEqual([])
    const count = lsp.publications(orders)
    // Equal findings aren't published again.
    await lsp.edit(orders, "title: 'Check out'", "title: 'Pay'")
    await lsp.askAt('textDocument/hover', orders, 'checkout = api')
    await new Promise((done) => setTimeout(done, 1000))
    expect(lsp.publications(orders)).toBe(count)
    await lsp.write(orders, before)
  })

  it('lists the tools of the app for an extension', async () => {
    const [app, ...others] = await lsp.ask<{ name: string; tools: { tool: string; guard?: string }[] }[]>(
      'fw/tools',
      {},
    )
    expect(others).toEqual([])
    expect(app?.tools).toContainEqual(expect.objectContaining({ tool: 'api.orders.checkout', guard: 'confirm' }))
    expect(app?.tools).toContainEqual(expect.objectContaining({ tool: 'Checkout.order', kind: 'intent' }))
  })

  it('has not failed, and has loaded no other TypeScript', () => {
    expect(lsp.logged).toEqual([])
    expect(lsp.stderr()).toBe('')
    expect(existsSync(shop.path('loaded.txt'))).toBe(false)
    expect(JSON.parse(readFileSync(shop.path('node_modules/typescript/package.json'), 'utf8')).version).toMatch(/^7\./)
  })
})
