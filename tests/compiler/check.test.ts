import { describe, expect, it } from 'vitest'
import { analyze, check, createChecker } from '../../compiler/src/index.ts'
import type { ContractModel, Diagnostic } from '../../compiler/src/model.ts'
import { temporaryApp } from './temporary-app.ts'

const STATUS = `import { api } from '@fw/runtime'

/** Says that the shop is open. */
export const status = api({ run: async () => ({ open: true as boolean }) })
`
const PAGE = 'export default () => <p>Hello</p>\n'

describe('apis', () => {
  it('API-14 API-15 CNV-03 api.<module>.<export> comes from src/server/<module>.api.ts', async () => {
    const { model, diagnostics } = await check(
      temporaryApp({
        'src/server/shop.api.ts': STATUS,
        'src/server/not-an-api.ts': STATUS,
        'src/other.api.ts': STATUS,
      }),
    )
    expect(diagnostics).toEqual([])
    expect(model.modules.map(({ module, file }) => [module, file])).toEqual([['shop', 'src/server/shop.api.ts']])
    expect(model.modules[0]?.apis.map((api) => api.tool)).toEqual(['api.shop.status'])
    expect(model.modules[0]?.apis[0]).toMatchObject({ description: 'Says that the shop is open.', guard: 'auto' })
    expect(model.modules[0]?.apis[0]?.span).toMatchObject({ file: 'src/server/shop.api.ts', line: 4, column: 14 })
  })

  it.each([
    ['const href = 1', 7],
    ['export const { a: [href] } = {}', 20],
    ['export function href() {}', 17],
  ])('a component file that declares an imported name again has a syntax error: %s', async (line, column) => {
    const text = `import { href } from '@fw/runtime'\n${line}\n${PAGE}`
    const { diagnostics } = await check(temporaryApp({ 'src/routes/index.tsx': text }))
    expect(diagnostics).toMatchObject([
      { code: 'syntax-error', message: 'Duplicate declaration "href"', span: { line: 2, column } },
    ])
  })

  it.each([
    ['a class', 'export class Shop {}'],
    ['an enum', 'export enum Size { Small }'],
    ['a constant', 'export const size = 1'],
    ['a call of something else', 'export const made = String(1)'],
    ['a let', 'export let later = api({ run: () => null })'],
    ['a list of names', 'const later = api({ run: () => null })\nexport { later }'],
    ['a destructuring', 'export const { length } = []'],
    ['a namespace', 'export namespace Inner { export const one = 1 }'],
  ])('API-16 %s is refused', async (_, line) => {
    const { diagnostics } = await check(temporaryApp({ 'src/server/shop.api.ts': `${STATUS}${line}\n` }))
    expect(codes(diagnostics)).toEqual(['api-unsupported-export'])
  })

  it.each([
    ['an interface', 'export interface Order { id: string }'],
    ['a type', 'export type Id = string'],
    ['a list of types', 'interface Order { id: string }\nexport type { Order }\nexport { type Order as Two }'],
    ['a list that names a type only', 'interface Order { id: string }\nexport { Order }'],
    ['types of another module', "export type { Call } from '@fw/runtime'"],
    ['a declaration', 'export declare const size: number'],
    ['nothing', 'export {}'],
  ])('API-16 %s may stand beside the apis', async (_, line) => {
    const { diagnostics } = await check(temporaryApp({ 'src/server/shop.api.ts': `${STATUS}${line}\n` }))
    expect(diagnostics).toEqual([])
  })

  it('have the guards, scopes and descriptions in the source', async () => {
    const { model } = await check(
      temporaryApp({
        'src/server/shop.api.ts': `import { api } from '@fw/runtime'
import { SCOPES } from '../scopes.ts'
/** From the comment. */
export const a = api({ guard: 'confirm', scopes: ['x'], title: 'A', readonly: true, run: () => null })
export const b = api({ description: 'Written.', guard: () => 'auto', effect: 'irreversible', run: () => null })
export const c = api({ scopes: SCOPES, run: () => null })
`,
        'src/scopes.ts': `export const SCOPES = ['y']\n`,
      }),
    )
    const [a, b] = model.modules[0]?.apis ?? []
    expect(a).toMatchObject({
      guard: 'confirm',
      scopes: ['x'],
      title: 'A',
      description: 'From the comment.',
      readonly: true,
    })
    expect(b).toMatchObject({ guard: 'function', effect: 'irreversible', description: 'Written.' })
  })

  it('may have a title that depends on the input, and then have none in lists of tools', async () => {
    const { model, diagnostics } = await check(
      temporaryApp({
        'src/server/shop.api.ts': `import { api, type Call } from '@fw/runtime'
/** Takes an amount from the account. */
export const pay = api({ title: ({ to }) => \`Pay \${to}\`, run: ({ input }: Call<{ to: string }>) => input.to })
/** Has a title that is computed. */
export const wrong = api({ title: [].join(), run: () => null })
`,
      }),
    )
    expect(model.modules[0]?.apis[0]).not.toHaveProperty('title')
    expect(diagnostics.map(({ code, span }) => `${span?.line} ${code}`)).toEqual(['5 api-dynamic-field'])
  })
})

describe('contracts', () => {
  it('know the types of ctx and session before anything is generated (CNV-07)', async () => {
    const { model, diagnostics } = await check(
      temporaryApp({
        'src/ctx.ts': `export default async (_req: Request) => ({ userId: 'u', scopes: ['a'] })\n`,
        'src/server/shop.api.ts': `import { api } from '@fw/runtime'
/** The caller, by what is known of them. */
export const who = api({ run: async ({ ctx }) => ({ id: ctx.userId, scopes: ctx.scopes }) })
`,
      }),
    )
    expect(diagnostics).toEqual([])
    expect(schemaOf(model.modules[0]?.apis[0]?.output)).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, scopes: { type: 'array', items: { type: 'string' } } },
      required: ['id', 'scopes'],
    })
  })

  it('know them in an app that was built before, with generated declarations', async () => {
    const { diagnostics } = await check(
      temporaryApp({
        '.fw/types/register.d.ts': 'export {}\n',
        'src/ctx.ts': `export default (_req: Request) => ({ userId: 'u' })\n`,
        'src/server/shop.api.ts': `import { api } from '@fw/runtime'
/** The caller, by what is known of them. */
export const who = api({ run: async ({ ctx }) => ({ id: ctx.userId }) })
`,
      }),
    )
    expect(diagnostics).toEqual([])
  })

  it("use the libraries of the app if the lean ones don't declare a name", async () => {
    const { model, diagnostics } = await check(
      temporaryApp({
        'src/server/shop.api.ts': `import { api } from '@fw/runtime'
/** Host and status that the app has now. */
export const where = api({ run: async () => ({ host: new URL('https://a.example').host, status: Response.error().status }) })
`,
      }),
    )
    expect(diagnostics).toEqual([])
    expect(schemaOf(model.modules[0]?.apis[0]?.output)).toMatchObject({
      properties: { host: { type: 'string' }, status: { type: 'number' } },
    })
  })

  it.each([
    ['extends', 'interface Input extends Missing { q: string }'],
    ['an import', "import type { Gone } from './gone.ts'\ntype Input = Gone"],
    ['an argument of a utility', "type Input = Omit<Missing, 'a'>"],
    ['a condition', 'type Input = Missing extends string ? { a: string } : { b: string }'],
    ['a member', 'interface Input { q: { deep: Missing }[] }'],
  ])('are refused when %s names what does not exist', async (_, line) => {
    const { diagnostics } = await check(
      temporaryApp({
        'src/server/shop.api.ts': `import { api } from '@fw/runtime'
${line}
/** Orders that fit. */
export const find = api<Input, null>({ run: async () => null })
`,
      }),
    )
    expect(codes(diagnostics)).toEqual(['unresolved-type'])
  })
})

describe('routes', () => {
  it('CNV-02 are the files of src/routes, with their layouts outermost first', async () => {
    const app = temporaryApp({
      'src/routes/_layout.tsx': PAGE,
      'src/routes/index.tsx': PAGE,
      'src/routes/_404.tsx': PAGE,
      'src/routes/_500.tsx': PAGE,
      'src/routes/orders/_layout.tsx': PAGE,
      'src/routes/orders/(shop)/[id].tsx': PAGE,
      'src/routes/orders/notes.md': 'text',
      'src/routes/blog/[...rest].tsx': PAGE,
    })
    const { routes } = await analyze(app)
    expect(routes.map(({ emptyManifest: _, meta: __, noStaticParams: ___, ...route }) => route)).toEqual([
      { filePath: '_404.tsx', kind: 'not-found', layouts: ['_layout.tsx'] },
      { filePath: '_500.tsx', kind: 'error', layouts: [] },
      { filePath: '_layout.tsx', kind: 'layout', layouts: [] },
      { filePath: 'blog/[...rest].tsx', kind: 'page', pattern: '/blog/[...rest]', layouts: ['_layout.tsx'] },
      { filePath: 'index.tsx', kind: 'page', pattern: '/', layouts: ['_layout.tsx'] },
      {
        filePath: 'orders/(shop)/[id].tsx',
        kind: 'page',
        pattern: '/orders/[id]',
        layouts: ['_layout.tsx', 'orders/_layout.tsx'],
      },
      { filePath: 'orders/_layout.tsx', kind: 'layout', layouts: [] },
    ])
  })
})

describe('files of the app', () => {
  it('CNV-07 src/ctx.ts is found, and its default export is required', async () => {
    const app = temporaryApp({
      'src/ctx.ts': 'export default (req: Request) => ({ url: req.url })\n',
      'src/styles.css': '',
    })
    const { model, diagnostics } = await check(app)
    expect(diagnostics).toEqual([])
    expect(model.files).toMatchObject({ ctx: 'src/ctx.ts', styles: 'src/styles.css' })
    app.write('src/ctx.ts', 'export const ctx = () => ({})\n')
    expect(codes((await check(app)).diagnostics)).toEqual(['convention-default-export'])
  })

  it('follow the folders of fw.config.ts, read or passed', async () => {
    const app = temporaryApp({ 'api/shop.api.ts': STATUS, 'pages/index.tsx': PAGE })
    app.write(
      'fw.config.ts',
      `import { defineConfig } from '@fw/runtime'\nexport default defineConfig({ serverDir: './api', routesDir: 'pages/' })\n`,
    )
    for (const options of [app, { ...app, config: { serverDir: 'api', routesDir: 'pages' } }]) {
      const { model, diagnostics } = await check(options)
      expect(diagnostics).toEqual([])
      expect(model.modules.map((module) => module.file)).toEqual(['api/shop.api.ts'])
      expect(model.routes.map((route) => route.pattern)).toEqual(['/'])
    }
  })

  it('may be absent', async () => {
    const { model, diagnostics } = await check(temporaryApp({}))
    expect(diagnostics).toEqual([])
    expect(model).toMatchObject({ modules: [], routes: [], components: [], config: {} })
  })
})

describe('a checker', () => {
  const typed = (type: string) => `import { api, type Call } from '@fw/runtime'
import type { Order } from '../order.ts'
/** One order, by its id. */
export const load = api({ run: async ({ input }: Call<${type}>): Promise<Order> => ({ id: String(input) }) })
`
  const output = async (checker: ReturnType<typeof createChecker>) =>
    schemaOf((await checker.check()).model.modules.find(({ module }) => module === 'orders')?.apis[0]?.output)

  it('sees edits, saved files, and files that are added and removed', async () => {
    const app = temporaryApp({
      'src/server/orders.api.ts': typed('{ id: string }'),
      'src/server/shop.api.ts': STATUS,
      'src/order.ts': 'export interface Order { id: string }\n',
    })
    const checker = createChecker(app)
    const first = await checker.check()
    expect(first.diagnostics).toEqual([])

    checker.edit('src/server/orders.api.ts', typed('string'))
    const edited = await checker.check()
    expect(codes(edited.diagnostics)).toEqual(['input-not-object'])
    expect(edited.diagnostics[0]?.frame).toContain('Call<string>')
    // Files that the edit doesn't affect aren't read again.
    expect(edited.model.modules[1]).toBe(first.model.modules[1])

    checker.invalidate(['src/server/orders.api.ts'])
    expect((await checker.check()).diagnostics).toEqual([])

    app.write('src/order.ts', 'export interface Order { id: number }\n')
    checker.invalidate(['src/order.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'number' } } })

    app.write('src/order.ts', undefined)
    checker.invalidate(['src/order.ts'])
    expect(codes((await checker.check()).diagnostics)).toEqual(['unresolved-type'])

    app.write('src/order.ts', 'export interface Order { id: boolean }\n')
    checker.invalidate(['src/order.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'boolean' } } })

    app.write('src/server/new.api.ts', STATUS)
    app.write('src/server/shop.api.ts', undefined)
    checker.invalidate(['src/server/new.api.ts', 'src/server/shop.api.ts'])
    expect((await checker.check()).model.modules.map(({ module }) => module)).toEqual(['new', 'orders'])
    checker.close()
  })

  it('sees changes of the types of ctx', async () => {
    const app = temporaryApp({
      'src/ctx.ts': `import { id } from './id.ts'\nexport default () => ({ id })\n`,
      'src/id.ts': `export const id: string = ''\n`,
      'src/server/orders.api.ts': `import { api } from '@fw/runtime'\n/** The caller, by what is known of them. */\nexport const who = api({ run: async ({ ctx }) => ctx.id })\n`,
    })
    const checker = createChecker(app)
    expect(await output(checker)).toEqual({ type: 'string' })
    app.write('src/id.ts', 'export const id: number = 1\n')
    checker.invalidate(['src/id.ts'])
    expect(await output(checker)).toEqual({ type: 'number' })
    checker.close()
  })

  it('sees that an import resolves to another file', async () => {
    const app = temporaryApp({
      'src/order/index.ts': 'export interface Order { id: string }\n',
      'src/server/orders.api.ts': typed('{ id: string }').replace('../order.ts', '../order'),
    })
    const checker = createChecker(app)
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'string' } } })
    app.write('src/order.ts', 'export interface Order { id: number }\n')
    checker.invalidate(['src/order.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'number' } } })
    app.write('src/order.ts', undefined)
    checker.invalidate(['src/order.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'string' } } })
    // A name that led nowhere when it was last looked up.
    app.write('src/server/orders.api.ts', typed('{ id: string }').replace('../order.ts', '../bill'))
    checker.invalidate(['src/server/orders.api.ts'])
    expect(codes((await checker.check()).diagnostics)).toEqual(['unresolved-type'])
    app.write('src/server/orders.api.ts', typed('{ id: string }').replace('../order.ts', '../order'))
    app.write('src/bill.ts', 'export interface Order { id: boolean }\n')
    checker.invalidate(['src/server/orders.api.ts', 'src/bill.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'string' } } })
    app.write('src/server/orders.api.ts', typed('{ id: string }').replace('../order.ts', '../bill'))
    checker.invalidate(['src/server/orders.api.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'boolean' } } })
    checker.close()
  })

  it('uses the libraries of the app for modules that need them, and leaves the others unchanged', async () => {
    const app = temporaryApp({
      'src/server/orders.api.ts': typed('{ id: string }').replace(
        /import type.*\n/,
        'interface Order { id: string }\n',
      ),
      'src/server/shop.api.ts': STATUS,
    })
    const checker = createChecker(app)
    const first = await checker.check()
    const change = async (order: string) => {
      app.write('src/server/orders.api.ts', typed('{ id: string }').replace(/import type.*\n/, order))
      checker.invalidate(['src/server/orders.api.ts'])
      const checked = await checker.check()
      expect(checked.model.modules[1]).toBe(first.model.modules[1])
      return checked
    }
    // No library declares it: the check has loaded more libraries for this module alone.
    const misspelled = await change('interface Order { id: string; mode: RequestMoed }\n')
    expect(codes(misspelled.diagnostics)).toEqual(['unresolved-type'])
    await change('interface Order { id: string; mode: RequestMode }\n')
    expect(await output(checker)).toMatchObject({ properties: { mode: { enum: expect.arrayContaining(['cors']) } } })
    await change('interface Order { id: string; mode: RequestCache }\n')
    expect(await output(checker)).toMatchObject({ properties: { mode: { enum: expect.arrayContaining(['reload']) } } })
    checker.save()
    const next = createChecker(app)
    next.invalidate(['src/server/shop.api.ts'])
    expect((await next.check()).model).toEqual((await checker.check()).model)
    checker.close()
    next.close()
  })

  it("sees a change of a module's global declarations", async () => {
    const globals = (type: string) => `declare global { interface Order { id: ${type} } }\nexport {}\n`
    const app = temporaryApp({
      'src/order.ts': globals('string'),
      'src/server/orders.api.ts': typed('Order').replace(/import type.*\n/, ''),
      'src/server/shop.api.ts': `import '../order.ts'\n${STATUS}`,
    })
    const checker = createChecker(app)
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'string' } } })
    app.write('src/order.ts', globals('boolean'))
    checker.invalidate(['src/order.ts'])
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'boolean' } } })
    checker.edit('src/order.ts', globals('string'))
    expect(await output(checker)).toMatchObject({ properties: { id: { type: 'string' } } })
    checker.close()
  })
})

function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => diagnostic.code)
}

function schemaOf(contract: ContractModel | undefined): object | undefined {
  return contract?.source === 'type' ? contract.schema : undefined
}
