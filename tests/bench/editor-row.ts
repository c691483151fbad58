/** Cost of the editor plugin per keystroke: its own time, from tsserver's log, in an app of 1000 modules. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { NODE_MODULES, SERVERS, startServer } from '../compiler/ts-plugin/tsserver.ts'
import { type BenchOptions, type Log, MS, type Result } from './result.ts'
import { type Contender, measureRounds } from './rounds.ts'

const MODULES = 1000
const PAGES = 100
const ISLANDS = 100
const KEYSTROKES = 60

const MEASURES = {
  /** CPU of the plugin itself. */
  'CPU of a keystroke': MS,
  'p95 of a keystroke': MS,
  /** The first response reads the names of the whole app. */
  'first response': MS,
}

interface Place extends Contender {
  readonly folder: string
  readonly file: string
  readonly after?: string
}

/** Position of the keystrokes: behind this text, or at the end of the file. */
const PLACES: readonly (readonly [what: string, file: string, after?: string])[] = [
  ['api module, comment', 'src/server/mod500.api.ts'],
  ['api module, type', 'src/server/mod500.api.ts', '  quantity'],
  ['api module, run', 'src/server/mod500.api.ts', "guard: 'confirm', run: async ({ input }: Call<Order>) => ({ lines"],
  ['component', 'src/components/part-50.tsx'],
]

/** Types into an api module and into a component; requests the diagnostics after each keystroke. */
export async function measureEditor(_options: BenchOptions, log: Log): Promise<readonly Result[]> {
  const root = writeApp()
  const places = SERVERS.flatMap(([version, folder]) =>
    PLACES.map(([what, file, after]) => ({
      name: `fw, ${what}`,
      runtime: `TypeScript ${version}`,
      folder,
      file: join(root, file),
      ...(after !== undefined && { after }),
    })),
  )
  try {
    const about = { row: 'editor', rounds: 1, contenders: places, measures: MEASURES }
    return await measureRounds({ ...about, measure: typeInto }, log)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function typeInto({ folder, file, after }: Place) {
  const server = startServer({ folder, verbosity: 'normal' })
  try {
    await server.open(file)
    await server.diagnostics(file)
    for (let key = 0; key < KEYSTROKES; key += 1) {
      const isComment = after === undefined && key % 10 === 0
      await server.insert(file, isComment ? '\n// ' : 'x', after)
      await server.diagnostics(file)
    }
    const times = readTimes(server.log())
    if (times.length !== KEYSTROKES + 1) throw new Error(`The plugin returned ${times.length} responses.`)
    const [first = 0, ...typed] = times
    const p95 = typed.toSorted((left, right) => left - right)[Math.floor(typed.length * 0.95)] ?? 0
    return { 'CPU of a keystroke': typed, 'p95 of a keystroke': p95, 'first response': first }
  } finally {
    await server.stop()
  }
}

/** Returns CPU milliseconds from the log. */
function readTimes(log: string): readonly number[] {
  const lines = log.matchAll(/fw: getSemanticDiagnostics took [\d.]+ ms, ([\d.]+) ms of CPU/g)
  return [...lines].map(([, time]) => Number(time))
}

function writeApp(): string {
  const root = mkdtempSync(join(tmpdir(), 'fw-editor-bench-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  symlinkSync(NODE_MODULES, join(root, 'node_modules'))
  write('tsconfig.json', TSCONFIG)
  for (let index = 0; index < MODULES; index += 1) write(`src/server/mod${index}.api.ts`, apiModule(index))
  for (let index = 0; index < PAGES; index += 1) write(`src/routes/section/page-${index}.tsx`, page(index))
  for (let index = 0; index < ISLANDS; index += 1) write(`src/components/part-${index}.tsx`, island(index))
  return root
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    noEmit: true,
    types: [],
    skipLibCheck: true,
    plugins: [{ name: '@fw/compiler/ts-plugin' }],
  },
  include: ['src'],
})

function apiModule(index: number): string {
  return `import { api, type Call } from '@fw/runtime'

interface Item {
  /** @minLength 1 */
  sku: string
  quantity: number
  tags?: Record<string, string>
  size: 'small' | 'large' | { width: number; height: number }
}

interface Order {
  items: Item[]
  note?: string
  due: Date
  origin: readonly [country: string, region?: string]
}

/** Lists the orders of module ${index}. */
export const list = api({ readonly: true, run: async ({ input }: Call<{ page?: number }>) => [input.page ?? 1] })

/** Places an order in module ${index}. */
export const place = api({ guard: 'confirm', run: async ({ input }: Call<Order>) => ({ lines: input.items.length }) })

/** Removes an order of module ${index}. */
export const remove = api({ run: async ({ input }: Call<Pick<Item, 'sku'>>) => ({ removed: input.sku }) })
`
}

function page(index: number): string {
  return `export default () => <a href="/section/page-${(index + 1) % PAGES}">Next</a>\n`
}

function island(index: number): string {
  return `import { intent } from '@fw/runtime'
import { list } from '../server/mod${index}.api'

export function Part${index}() {
  const more = intent('more', { description: 'Loads more.', run: () => list({}) })
  return <p><button onClick={() => more()}>More</button> <a href="/section/page-${index}">Back</a></p>
}
`
}
