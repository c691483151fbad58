/** Cost of the editor plugin per keystroke: its own time, from tsserver's log, in an app of 1000 modules. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { NODE_MODULES, SERVERS, startServer } from '../compiler/ts-plugin/tsserver.ts'

const MODULES = 1000
const PAGES = 100
const ISLANDS = 100
const KEYSTROKES = 60

export interface EditorResult {
  readonly server: string
  readonly what: string
  /** CPU milliseconds of the plugin itself. */
  readonly median: number
  readonly p95: number
  /** Time of the fastest tenth: the cost on an otherwise idle machine. */
  readonly p10: number
  /** Time that TypeScript itself takes for the same responses, in the same run. */
  readonly typescript: number
  /** Milliseconds of the first response, which reads the names of the whole app. */
  readonly first: number
}

/** Position of the keystrokes: behind this text, or at the end of the file. */
const PLACES: readonly (readonly [what: string, file: string, after?: string])[] = [
  ['api module, comment', 'src/server/mod500.api.ts'],
  ['api module, type', 'src/server/mod500.api.ts', '  quantity'],
  ['api module, run', 'src/server/mod500.api.ts', "guard: 'confirm', run: async ({ input }: Call<Order>) => ({ lines"],
  ['component', 'src/components/part-50.tsx'],
]

/** Types into an api module and into a component; requests the diagnostics after each keystroke. */
export async function runEditorBench(log: (line: string) => void): Promise<EditorResult[]> {
  log(`editor: own CPU of the plugin a keystroke, ${MODULES} modules, ${MODULES * 3} tools (bar: 15 ms)`)
  const root = writeApp()
  const results: EditorResult[] = []
  try {
    for (const [server, folder] of SERVERS)
      for (const [what, file, after] of PLACES) {
        const result = { server, what, ...(await typeInto(folder, join(root, file), after)) }
        results.push(result)
        const { median, p95, p10, first, typescript } = result
        log(
          `${server}  ${what.padEnd(20)}  median ${ms(median)}  p95 ${ms(p95)}  p10 ${ms(p10)}  first ${ms(first)}  ` +
            `TypeScript itself ${ms(typescript)}`,
        )
      }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  return results
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}

async function typeInto(
  folder: string,
  file: string,
  after: string | undefined,
): Promise<Omit<EditorResult, 'server' | 'what'>> {
  const server = startServer({ folder, verbosity: 'normal' })
  try {
    await server.open(file)
    await server.diagnostics(file)
    for (let key = 0; key < KEYSTROKES; key += 1) {
      const isComment = after === undefined && key % 10 === 0
      await server.insert(file, isComment ? '\n// ' : 'x', after)
      await server.diagnostics(file)
    }
    const own = timesOf(server.log(), 'getSemanticDiagnostics')
    const theirs = timesOf(server.log(), "TypeScript's getSemanticDiagnostics")
    if (own.length !== KEYSTROKES + 1) throw new Error(`The plugin returned ${own.length} responses.`)
    const [first = 0, ...typed] = own
    const at = (share: number) => quantile(typed, share)
    return { median: at(0.5), p95: at(0.95), p10: at(0.1), first, typescript: quantile(theirs.slice(1), 0.5) }
  } finally {
    await server.stop()
  }
}

/** Returns CPU milliseconds from the log. */
function timesOf(log: string, request: string): number[] {
  return [...log.matchAll(new RegExp(`fw: ${request} took [\\d.]+ ms, ([\\d.]+) ms of CPU`, 'g'))].map(([, time]) =>
    Number(time),
  )
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * share)] ?? 0
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
