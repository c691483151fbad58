import { mkdirSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editorApp } from './editor-app.ts'
import { applied, type CodeFix, placeOf, SERVERS, type Server, type ShownDiagnostic, startServer } from './tsserver.ts'

const SHOP = `import { api, type Call } from '@fw/runtime'

interface Search {
  /** @minLength 1 */
  query: string
  limit?: number
}

/** Finds products. */
export const search = api({
  guard: 'confirm',
  readonly: true,
  run: async ({ input }: Call<Search>) => ({ found: [input.query] }),
})
`
const USE = `import { callTool } from './call-tool'
import { href, redirect } from '@fw/runtime'
import { search } from './server/shop.api'

export const found = await search({ query: 'tea' })
export const called = callTool('')
export const to = href('')
export const gone = () => redirect('')
`
const PAGE = `export default () => <a href="">Home</a>\n`
const CART = `import { intent } from '@fw/runtime'

export function Cart() {
  const add = intent('add', { description: 'Adds one.', run: () => 1 })
  return <button onClick={() => add()}>Add</button>
}
`
const FIND = `import { search } from '../server/shop.api'
export const Find = () => <form action={search}><input name="" /></form>
export const Rest = () => <form action={search}><input name="query" /><input name={'l'} /></form>
`
const APP = {
  'src/server/shop.api.ts': SHOP,
  'src/use.ts': USE,
  'src/call-tool.ts': 'export const callTool = (name: string) => name\n',
  'src/routes/index.tsx': PAGE,
  'src/routes/orders/[id].tsx': 'export default () => <p>Order</p>\n',
  'src/components/cart.tsx': CART,
}

const BOX = `import { type IntentCall, intent } from '@fw/runtime'

interface Filling {
  /** @minLength 1 */
  sku: string
}

export function Box() {
  const fill = intent('fill', {
    description: 'Fills the box.',
    guard: 'confirm',
    effect: 'irreversible',
    run: ({ input }: IntentCall<Filling>) => input.sku,
  })
  return <button onClick={() => fill({ sku: 'tea' })}>Fill</button>
}

export const Label = () => <b>Box</b>

/** @fw static */
export function Still() {
  return <button onClick={() => undefined}>Still</button>
}
`
const BOX_PAGE = `import { Box, Label, Still } from '../components/box'

const size = 1

export default () => <p><Box /><Label /><Still />{size}</p>
`

interface Completions {
  readonly entries: readonly { readonly name: string }[]
}

describe.each(SERVERS)('tsserver %s', (_, folder) => {
  let server: Server
  beforeAll(() => {
    server = startServer({ folder, verbosity: 'normal' })
  })
  afterAll(() => server.stop())

  const completions = async (file: string, text: string, before: string): Promise<readonly string[]> => {
    const place = placeOf(text, before, before.length)
    const { entries } = await server.ask<Completions>('completionInfo', { file, ...place })
    // For a type parameter that accepts any string, TypeScript offers the current text.
    return entries.map(({ name }) => name).filter((name) => name !== '')
  }

  it('describes a tool at its name, in its definition and in a call', async () => {
    const app = editorApp(APP)
    const shop = app.path('src/server/shop.api.ts')
    const use = app.path('src/use.ts')
    await server.open(shop)
    await server.open(use)
    for (const [file, text] of [
      [shop, SHOP],
      [use, USE],
    ] as const) {
      const place = placeOf(text, file === shop ? 'search = api' : "search({ query: 'tea'", 2)
      const { documentation } = await server.ask<{ documentation: string }>('quickinfo', { file, ...place })
      expect(documentation).toContain('Finds products.')
      expect(documentation).toContain('Tool `api.shop.search`: guard `confirm`, readonly')
      expect(documentation).toContain('`POST /_fw/api/shop.search`')
      expect(documentation).toContain('MCP `shop__search`')
      expect(documentation).toContain('`fw run api.shop.search --query …`')
      expect(documentation).toContain('"minLength": 1')
    }
    const plain = { file: use, ...placeOf(USE, 'callTool', 1) }
    expect(await server.ask<{ documentation: string }>('quickinfo', plain)).toMatchObject({ documentation: '' })
  })

  it("refers to a tool's schema for its input", async () => {
    const schemas = [
      "import { api, schema, str } from '@fw/runtime'",
      '/** Finds products. */',
      "export const find = api({ input: schema({ query: str() }), run: () => 'found' })",
      '',
    ].join('\n')
    const app = editorApp({ 'src/server/shop.api.ts': schemas })
    const file = app.path('src/server/shop.api.ts')
    await server.open(file)
    const place = { file, ...placeOf(schemas, 'find = api', 1) }
    const { documentation } = await server.ask<{ documentation: string }>('quickinfo', place)
    expect(documentation).toContain('The `input` schema of the definition describes the input.')
    expect(documentation).not.toContain('run time')
  })

  it('describes an intent, in its definition and in a call, and why a component is an island', async () => {
    const app = editorApp({ ...APP, 'src/components/box.tsx': BOX, 'src/routes/box.tsx': BOX_PAGE })
    const box = app.path('src/components/box.tsx')
    const page = app.path('src/routes/box.tsx')
    await server.open(box)
    await server.open(page)
    const hover = async (file: string, text: string, at: string, skip = 1) => {
      const place = { file, ...placeOf(text, at, skip) }
      return (await server.ask<{ documentation: string }>('quickinfo', place)).documentation
    }
    // At `intent` itself, after the framework's description.
    expect(await hover(box, BOX, 'intent(')).toContain('Tool `Box.fill`')
    const places = [
      await hover(box, BOX, 'fill = intent'),
      await hover(box, BOX, "'fill'", 2),
      await hover(box, BOX, "fill({ sku: 'tea' })"),
    ]
    expect(places).toEqual(places.map(() => places[0]))
    expect(places[0]).toContain(
      'Fills the box.\n\nTool `Box.fill` of the pages that show it: guard `confirm`, irreversible',
    )
    expect(places[0]).toContain('"minLength": 1')
    const island = '`Box` is an island because of:\n\n- intent fill (line 9)\n- event onClick (line 15)'
    expect(await hover(box, BOX, 'Box()')).toContain(island)
    expect(await hover(page, BOX_PAGE, '<Box', 2)).toContain(
      `${island}\n\nA browser loads its code.\n\nTools: \`Box.fill\``,
    )
    expect(await hover(page, BOX_PAGE, '<Label', 2)).toContain('`Label` is static: nothing in src/components/box.tsx')
    expect(await hover(page, BOX_PAGE, '<Still', 2)).toContain(
      'is static, although it contains:\n\n- event onClick (line 22)',
    )
    expect(await hover(page, BOX_PAGE, 'size = 1')).toBe('')
  })

  it('describes a tool at a string that names it', async () => {
    const called = USE.replace("callTool('')", "callTool('api.shop.search')")
    const app = editorApp({ ...APP, 'src/use.ts': called })
    const file = app.path('src/use.ts')
    await server.open(file)
    const info = await server.ask<{ documentation: string }>('quickinfo', { file, ...placeOf(called, "'api.shop", 3) })
    expect(info.documentation).toContain('Tool `api.shop.search`: guard `confirm`, readonly')
  })

  it('finds the source of a tool and the page of a link', async () => {
    const called = USE.replace("callTool('')", "callTool('Cart.add')").replace("redirect('')", "redirect('/orders/7')")
    const app = editorApp({ ...APP, 'src/use.ts': called })
    const file = app.path('src/use.ts')
    await server.open(file)
    const find = async (needle: string) => {
      const place = { file, ...placeOf(called, needle, 3) }
      const { definitions } = await server.ask<{ definitions: readonly { file: string; start: object }[] }>(
        'definitionAndBoundSpan',
        place,
      )
      return definitions.map(({ file: path, start }) => [path.slice(app.root.length + 1), start])
    }
    expect(await find("'Cart.add'")).toEqual([['src/components/cart.tsx', placeOf(CART, "intent('add")]])
    expect(await find("'/orders/7'")).toEqual([['src/routes/orders/[id].tsx', { line: 1, offset: 1 }]])
  })

  it('completes tools, intents, patterns of pages, paths, and names of fields', async () => {
    const app = editorApp({ ...APP, 'src/components/find.tsx': FIND })
    const find = app.path('src/components/find.tsx')
    await server.open(find)
    expect(await completions(find, FIND, '<input name="')).toEqual(['query', 'limit'])
    // Fields that the form has already are left out.
    expect(await completions(find, FIND, "<input name={'l")).toEqual(['limit'])
    const use = app.path('src/use.ts')
    const page = app.path('src/routes/index.tsx')
    await server.open(use)
    await server.open(page)
    expect(await completions(use, USE, "callTool('")).toEqual(['api.shop.search', 'Cart.add'])
    expect(await completions(use, USE, "href('")).toEqual(['/', '/orders/[id]'])
    expect(await completions(use, USE, "redirect('")).toEqual(['/', '/orders/'])
    expect(await completions(page, PAGE, '<a href="')).toEqual(['/', '/orders/'])
    const at = { file: use, ...placeOf(USE, "callTool('", 10), entryNames: ['api.shop.search'] }
    const details = await server.ask<readonly { documentation: readonly { text: string }[] }[]>(
      'completionEntryDetails',
      at,
    )
    expect(details[0]?.documentation[0]?.text).toBe('Finds products.')
  })

  it('applies a fix, and one fix everywhere in a file; no findings are left then', async () => {
    const file = 'src/server/shop.api.ts'
    const bare = `import { api } from '@fw/runtime'

/** Whether customers can order right now. */
export const open = api({ run: () => true as boolean })
export const hour = 9
export const minute = 30
`
    const app = editorApp({ [file]: bare })
    const path = app.path(file)
    await server.open(path)
    const shown = async () => (await server.diagnostics(path)).filter(({ source }) => source === 'fw')
    const found = await shown()
    expect(found.map(({ source, start }) => [source, start.line])).toEqual([
      ['fw', 5],
      ['fw', 6],
    ])
    const [fix] = await fixesOf(server, path, found[0])
    expect(fix).toMatchObject({ fixName: 'fw-api-unsupported-export', fixId: 'fw-api-unsupported-export' })
    const once = applied(bare, fix?.changes[0]?.textChanges ?? [])
    await server.edit(path, once)
    expect(await shown()).toHaveLength(1)
    await server.edit(path, bare)
    const scope = { type: 'file', args: { file: path } }
    const all = await server.ask<Pick<CodeFix, 'changes'>>('getCombinedCodeFix', { scope, fixId: fix?.fixId })
    await server.edit(path, applied(bare, all.changes[0]?.textChanges ?? []))
    expect(await shown()).toEqual([])
    // As VS Code asks: of no file.
    expect(await server.ask<readonly string[]>('getSupportedCodeFixes', undefined)).toContain(String(found[0]?.code))
  })

  it('handles broken syntax, new files, renamed files and two apps at once', async () => {
    const app = editorApp({ 'src/server/shop.api.ts': SHOP })
    const other = editorApp({ 'src/server/desk.api.ts': 'export default 1\n' })
    const shop = app.path('src/server/shop.api.ts')
    const desk = other.path('src/server/desk.api.ts')
    await server.open(shop)
    await server.open(desk)
    expect(await ours(server, desk)).toEqual([1001])
    expect(await ours(server, shop)).toEqual([])
    await server.edit(shop, `${SHOP}export const broken = api({ run: (`)
    expect((await server.diagnostics(shop)).some(({ source }) => source === undefined)).toBe(true)
    await server.edit(shop, `${SHOP}export const size = 1\n`)
    expect(await ours(server, shop)).toEqual([1004])
    app.write('src/server/late.api.ts', 'export function late() {}\n')
    const late = app.path('src/server/late.api.ts')
    await server.open(late)
    await expect.poll(() => ours(server, late)).toEqual([1002])
    await server.close(late)
    app.write('src/server/late.api.ts', undefined)
    app.write('src/server/later.api.ts', 'export function later() {}\n')
    const later = app.path('src/server/later.api.ts')
    await server.open(later)
    await expect.poll(() => ours(server, later)).toEqual([1002])
  })

  it('reports nothing outside of an app', async () => {
    const lone = editorApp({ 'src/shop.api.ts': 'export default 1\n' })
    const file = lone.path('src/shop.api.ts')
    await server.open(file)
    expect(await server.diagnostics(file)).toEqual([])
  })

  it('has not failed once', () => {
    expect(server.log()).toContain('fw: getSemanticDiagnostics took')
    expect(server.log()).not.toMatch(/fw: \w+ failed/)
  })

  it("returns TypeScript's result when the plugin fails, and logs the failure once", async () => {
    const app = editorApp({ 'src/server/shop.api.ts': SHOP })
    // Found as a file, and not to be read as one.
    mkdirSync(app.path('fw.config.ts'))
    const shop = app.path('src/server/shop.api.ts')
    await server.open(shop)
    const wrong = `${SHOP}export const size: string = 1\n`
    for (const text of [wrong, `${wrong}\n`, `${wrong}\n\n`]) {
      await server.edit(shop, text)
      expect((await server.diagnostics(shop)).map(({ code }) => code)).toEqual([2322])
      const hover = { file: shop, ...placeOf(text, 'search = api', 2) }
      const info = await server.ask<{ documentation: string; displayString: string }>('quickinfo', hover)
      expect(info).toMatchObject({ documentation: 'Finds products.', displayString: expect.stringContaining('search') })
    }
    const failures = [...server.log().matchAll(/fw: (\w+) failed in .*EISDIR/g)].map(([, request]) => request)
    expect(failures).toEqual(['getSemanticDiagnostics', 'getQuickInfoAtPosition'])
    rmSync(app.path('fw.config.ts'), { recursive: true })
    await server.edit(shop, wrong)
    await expect.poll(() => ours(server, shop)).toEqual([1004])
  })
})

async function ours(server: Server, file: string): Promise<readonly number[]> {
  return (await server.diagnostics(file)).filter(({ source }) => source === 'fw').map(({ code }) => code)
}

async function fixesOf(server: Server, file: string, found: ShownDiagnostic | undefined): Promise<readonly CodeFix[]> {
  if (found === undefined) throw new Error('Nothing was found.')
  const { start, end, code } = found
  const range = { startLine: start.line, startOffset: start.offset, endLine: end.line, endOffset: end.offset }
  return server.ask('getCodeFixes', { file, ...range, errorCodes: [code] })
}
