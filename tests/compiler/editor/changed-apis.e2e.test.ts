import { resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONTRACTS, createId } from '../../../compiler/src/analyze/contracts/typed-files.ts'
import { type EditorFiles, openEditorFiles } from '../../../compiler/src/editor/app/editor-files.ts'
import type { EditorProject } from '../../../compiler/src/editor/app/editor-project.ts'
import { editProgram, ROOT, typescript } from './edited-program.ts'

const SHOP = 'src/server/shop.api.ts'
const DESK = 'src/server/desk.api.ts'
const LONE = 'src/server/lone.api.ts'
const RATE = 'src/server/rate.api.ts'
const BARE = 'src/server/bare.api.ts'

/** The module that declares the types of an app. */
const REGISTER = resolve(import.meta.dirname, '../../../runtime/src/contract/api.ts')

const FILES = {
  [SHOP]: `import { api, type Call } from '@fw/runtime'
import type { Price } from '../price.ts'

/** A thing. */
interface Item extends Base {
  /** @minLength 1 */
  name: string
  price: Price
}

interface Base {
  id: string
}

type Sized = Item & { size: Size; made: () => void }

const SIZES = ['small', 'large'] as const
type Size = (typeof SIZES)[number]

function label(item: Item) {
  return { text: item.name, price: item.price }
}
label.version = 2
const described = (label.about = 'an item')

/** Lists. */
export const list = api({ run: async ({ input }: Call<{ page?: number; size?: Size }>) => [input.page ?? 1] })

/** Adds. */
export const add = api({ guard: 'confirm', run: async ({ input }: Call<Item>) => label(input) })

/** Sizes. */
export const resize = api({ run: ({ input }: Call<Sized>): Promise<{ id: string }> => Promise.resolve(input) })

/** Versions. */
export const versioned = api({ run: async () => ({ version: label.version, about: label.about, wide: {} as Wide }) })
`,
  [DESK]: `import { api, type Call } from '@fw/runtime'
import type { Price } from '../price.ts'
import { list } from './shop.api.ts'

interface Payment {
  price: Price
}

/** Pays. */
export const pay = api<Payment, { left: number }>({ run: async () => ({ left: 1 }) })

export const open = api({ run: async ({ input }: Call<Payment>) => [input.price, await list({})] as const })
`,
  [LONE]: `import { api, type Call } from '@fw/runtime'

interface Entry {
  word: string
}

/** Says it. */
export const say = api({ run: async ({ input }: Call<Entry>) => ({ said: input.word }) })

/** Says it again. */
export const again = api({ run: async ({ input }: Call<{ times: number }>) => ({ said: input.times }) })
`,
  [RATE]: `import { api } from '@fw/runtime'
import { tax } from '../tax.ts'

let rate = 1
rate = tax(2)

/** Rates. */
export const rated = api({ run: async () => ({ rate }) })
`,
  [BARE]: `import { api, type Call } from '@fw/runtime'
import * as joins from '../joins.ts'

interface Named {
  name: string
}
type Boxed = Record<'input', Named>
type Later = Promise<{ at: number }>

/** Names. */
export const named = api({ run: async ({ input }: { input: Named }) => ({ name: input.name }) })

/** Boxes. */
export const boxed = api<Boxed>({ run: async () => ({ boxed: true }) })

/** Waits. */
export const waited = api({ run: (): Promise<Later> => new Promise(() => {}) })

/** Sees a type without a statement that imports it. */
export const inlined = api({ run: async ({ input }: Call<{ price: import('../price.ts').Price }>) => input })

/** Sees a caller. */
export const asked = api({ run: async ({ ctx }) => ({ caller: ctx.caller }) })

/** Sees types of other files, by way of another. */
export const joined = api({ run: async ({ input }: Call<joins.Joined>) => [joins.sum, input] })

/** Loads. */
export const loaded = api({ run: async () => (await import('../late.ts')).late })
`,
  'src/late.ts': `export const late = { late: true }\n`,
  'src/price.ts': `import type { Currency } from './currency.ts'
export interface Price {
  amount: number
  currency: Currency
}
`,
  'src/currency.ts': `export type Currency = 'EUR' | 'USD'\n`,
  'src/tax.ts': `export const tax = (amount: number) => amount * 2\n`,
  'src/wide.d.ts': `interface Wide {\n  wide: boolean\n}\n`,
  'src/ctx.ts': `import type { Caller } from './caller.ts'
export default function ctx(): { caller: Caller } {
  return { caller: { name: 'Ada' } }
}
`,
  '.fw/types/register.d.ts': `declare module '${REGISTER}' {
  interface Register {
    ctx: Awaited<ReturnType<(typeof import('../../src/ctx.ts'))['default']>>
  }
}
export {}
`,
  'src/caller.ts': `export interface Caller {\n  name: string\n}\n`,
  'src/joins.ts': `export { tax as sum } from './tax.ts'\nexport type { Currency as Joined } from './currency.ts'\n`,
  'src/other.ts': `export const other = 1\n`,
}

const APIS = [SHOP, DESK, LONE, RATE, BARE] as const

function openEdited() {
  const edited = editProgram(FILES)
  const project: EditorProject = {
    ts: typescript,
    program: edited.program,
    openFiles: () => [],
    readText: () => undefined,
    admit: () => undefined,
    watchFolder: () => undefined,
    watchFile: () => undefined,
    log: () => undefined,
    meter: () => () => undefined,
  }
  const files = openEditorFiles(project, ROOT)
  const analyze = ({ follow, reader }: EditorFiles, file: string) => {
    follow(edited.program())
    return reader.read(CONTRACTS, createId({ kind: 'api', file, module: file.slice(11, -7) }))?.analyzed
  }
  return {
    edited,
    analyze: (file: string) => analyze(files, file),
    replace(file: string, from: string, to: string) {
      const text = edited.textOf(file)
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      edited.edit(
        file,
        text.replace(from, () => to),
      )
    },
    /** Compares the result for each api module with that of a new engine. */
    compare() {
      const fresh = openEditorFiles(project, ROOT)
      for (const file of APIS) expect(analyze(files, file), file).toEqual(analyze(fresh, file))
      fresh.close()
    },
  }
}

/** Edits that reach an api by way of something else. */
const EDITS: readonly (readonly [what: string, file: string, from: string, to: string])[] = [
  ['a comment above all apis', SHOP, 'import { api', '// Longer.\n\nimport { api'],
  ['lines that take no more room', SHOP, 'type { Price }', 'type {\nPrice }'],
  ['a member of a type', SHOP, 'name: string', 'name: string | undefined'],
  ['a doc comment of a member', SHOP, '@minLength 1', '@minLength 2'],
  ['a doc comment of a type', SHOP, 'A thing.', 'An item.'],
  ['a base type', SHOP, '  id: string\n', '  id: string\n  run: () => void\n'],
  ['a constant that a type asks for', SHOP, "'large'] as", "'large', 'huge'] as"],
  ['a function that infers an output', SHOP, 'text: item.name', 'text: new Map<string, symbol>()'],
  ['a member that is put on a function', SHOP, 'label.version = 2', "label.version = 'two'"],
  ['a member that is put on a function on the way', SHOP, "'an item'", '2'],
  ['a member that may be missing', BARE, '{ input: Named }', '{ input?: Named }'],
  ['an argument that becomes an annotation', BARE, 'api<Boxed>({ run: async () =>', 'api({ run: async (_: Boxed) =>'],
  ['a promise of a promise', BARE, '(): Promise<Later>', '(): Later'],
  ['a module that is imported late', 'src/late.ts', 'late: true', 'late: new Map<string, symbol>()'],
  ['a variable that is given another value', RATE, 'let rate = 1', "let rate: number | string = 'x'"],
  ['the body of run', SHOP, 'page ?? 1', 'page ?? Symbol()'],
  ['a type that hides a global one', LONE, 'interface Entry', 'type Promise<T> = T\ninterface Entry'],
  ['a second part of an interface', LONE, '/** Says it. */', 'interface Entry { more: () => void }\n/** Says it. */'],
  [
    'an import of the same name',
    LONE,
    'interface Entry {\n  word: string\n}',
    "import type { Price as Entry } from '../price.ts'",
  ],
  ['an import that is taken away', SHOP, "import type { Price } from '../price.ts'\n", ''],
  ['the import of api', LONE, 'import { api, type Call }', 'import { type Call }'],
  ['a type in another file', 'src/price.ts', 'amount: number', 'amount: () => number'],
  ['a type in a file behind that', 'src/currency.ts', "'EUR' | 'USD'", "'EUR' | symbol"],
  ['an import of another file', 'src/price.ts', './currency.ts', './other.ts'],
  ['a value in another file', 'src/tax.ts', 'amount * 2', 'String(amount)'],
  ['the type of the caller in its own file', 'src/ctx.ts', 'caller: Caller', 'caller: () => Caller'],
  ['the type of the caller', 'src/caller.ts', 'name: string', 'name: string | symbol'],
  [
    'a type that is exported again',
    'src/joins.ts',
    "type { Currency as Joined } from './currency.ts'",
    'interface Joined { at: symbol }',
  ],
  ['a value that is exported again', 'src/tax.ts', 'amount * 2', '[amount]'],
  [
    'an augmentation of another file',
    'src/caller.ts',
    'export',
    "declare module './price.ts' { interface Price { more: symbol } }\nexport",
  ],
  ['a global declaration', 'src/wide.d.ts', 'wide: boolean', 'wide: () => boolean'],
  ['a module that becomes global', 'src/other.ts', 'export const other = 1', 'interface Wide { other: symbol }'],
  ['an api module that another imports', SHOP, '[input.page ?? 1]', '({ at: new Set([1]) })'],
  ['an export that is not an api any more', LONE, 'again = api(', 'again = String('],
  ['two exports of one name', LONE, 'export const again', 'export const say'],
  ['a name that is written in escapes', LONE, 'interface Entry', 'interface \\u0045ntry'],
  ['broken syntax', LONE, 'Call<Entry>) =>', 'Call<Entry'],
]

describe('the contracts of api modules', { timeout: 60_000 }, () => {
  const app = openEdited()
  beforeAll(() => app.compare(), 60_000)
  afterEach(() => {
    for (const [file, text] of Object.entries(FILES)) if (app.edited.textOf(file) !== text) app.edited.edit(file, text)
  })

  it.each(EDITS)('equals the recomputed result: %s', (_, file, from, to) => {
    const before = app.edited.textOf(file)
    app.replace(file, from, to)
    app.compare()
    app.edited.edit(file, before)
    app.compare()
  })

  it('is equal to a fresh analysis, after two edits at once', () => {
    app.compare()
    app.replace(LONE, 'interface Entry {', "import type { Price } from '../price.ts'\ninterface Entry extends Price {")
    app.replace('src/currency.ts', "'USD'", 'symbol')
    app.compare()
    app.replace('src/price.ts', "import type { Currency } from './currency.ts'", "type Currency = 'EUR'")
    app.replace('src/currency.ts', 'symbol', '1n')
    app.compare()
  })

  it.each(Object.keys(FILES))('equals the recomputed result, without each of the statements of %s', (file) => {
    const text = app.edited.textOf(file)
    const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest)
    for (const { pos, end } of source.statements) {
      app.edited.edit(file, text.slice(0, pos) + text.slice(end))
      app.compare()
    }
    app.edited.edit(file, text)
    app.compare()
  })

  it('is equal to a fresh analysis, after files are added and removed', () => {
    app.compare()
    app.edited.edit('src/currency.ts', undefined)
    app.compare()
    app.edited.edit('src/currency.ts', `export type Currency = 'GBP'\n`)
    app.compare()
  })

  it('is equal to a fresh analysis, for modules that import each other', () => {
    app.replace('src/price.ts', 'import type', "import type { Sized } from './server/shop.api.ts'\nimport type")
    app.replace('src/price.ts', 'amount: number', 'amount: Sized["size"]')
    app.replace(SHOP, 'type Sized', 'export type Sized')
    app.compare()
    app.replace(SHOP, "'large'] as", "'large', 'huge'] as")
    app.compare()
    app.replace(SHOP, 'size: Size;', 'size: symbol;')
    app.compare()
  })

  it('is derived again only for parts that an edit affects', () => {
    const schemas = () => {
      const analyzed = app.analyze(LONE)
      const apis = analyzed !== undefined && 'model' in analyzed ? analyzed.model.apis : []
      return apis.map(({ input, output }) => [input, output].map((one) => 'schema' in one && one.schema))
    }
    const [say, again] = schemas()
    app.compare()
    const outputs = () => {
      const analyzed = app.analyze(BARE)
      const apis = analyzed !== undefined && 'model' in analyzed ? analyzed.model.apis : []
      return new Map(apis.map(({ exportName, output }) => [exportName, 'schema' in output && output.schema]))
    }
    const before = outputs()
    // Only `joined` reaches this file, and the imports of `inlined` and `loaded` have no statement of their own.
    app.replace('src/currency.ts', "'USD'", "'GBP'")
    const after = outputs()
    expect([...after].filter(([name, schema]) => schema === before.get(name)).map(([name]) => name)).toEqual([
      'named',
      'boxed',
      'waited',
      'asked',
    ])
    app.replace(LONE, 'import', '// Moved.\n\nimport')
    app.replace('src/price.ts', 'amount: number', 'amount: bigint')
    expect(schemas().map((one, at) => one.every((schema, side) => schema === [say, again][at]?.[side]))).toEqual([
      true,
      true,
    ])
    app.replace(LONE, 'word: string', 'word: "tea"')
    const [said, kept] = schemas()
    expect(said?.[0]).not.toEqual(say?.[0])
    expect(kept?.[0]).toBe(again?.[0])
    // An input that is written down does not depend on what `run` does with it.
    app.replace(LONE, 'said: input.word', 'said: 1')
    expect(schemas()[0]?.[0]).toBe(said?.[0])
    expect(schemas()[0]?.[1]).not.toEqual(said?.[1])
  })
})
