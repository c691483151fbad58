/**
 * An app with a given number of pages and functions, written for each framework: a layout, tables of ten rows, a
 * counter on every tenth page.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { COMPILER_OPTIONS } from './analysis-app.ts'
import { ASTRO } from './peers.ts'

export interface AppSize {
  readonly pages: number
  readonly apis: number
}

export function formatSize({ pages, apis }: AppSize): string {
  return apis === 0 ? `${pages} pages` : `${pages} pages + ${apis} apis`
}

export interface SizedApp {
  readonly root: string
  /** Writes the first page with this heading, which is part of its document. */
  edit(heading: string): void
  /** Removes the output of an earlier build or server. */
  forget(): void
}

/** Writes our app to an empty folder. */
export function writeSizedApp(root: string, { pages, apis }: AppSize): SizedApp {
  const write = writer(root, resolve('node_modules'))
  write('package.json', JSON.stringify({ name: 'fw-bench-sized', private: true, type: 'module' }))
  write('tsconfig.json', JSON.stringify(TSCONFIG))
  write('fw.config.ts', CONFIG)
  write('src/components/counter.tsx', COUNTER)
  write('src/routes/_layout.tsx', LAYOUT)
  const page = (index: number, heading: string) => write(`src/routes/page${index}.tsx`, pageOf(index, heading))
  for (let index = 0; index < pages; index += 1) page(index, `Page ${index}`)
  for (let index = 0; index < apis; index += 1) write(`src/server/mod${index}.api.ts`, apiOf(index))
  return {
    root,
    edit: (heading) => page(0, heading),
    forget: () => {
      for (const left of ['.fw', 'dist']) rmSync(join(root, left), { recursive: true, force: true })
    },
  }
}

/** Writes Astro's app, whose packages must be installed. */
export function writeAstroApp(root: string, { pages, apis }: AppSize): SizedApp {
  const write = writer(root, join(ASTRO, 'node_modules'))
  write('package.json', JSON.stringify({ name: 'astro-bench-sized', private: true, type: 'module' }))
  write('astro.config.mjs', ASTRO_CONFIG)
  write('src/components/Counter.jsx', COUNTER.replaceAll(': { start: number }', ''))
  write('src/layouts/Layout.astro', ASTRO_LAYOUT)
  const page = (index: number, heading: string) => write(`src/pages/page${index}.astro`, astroPageOf(index, heading))
  for (let index = 0; index < pages; index += 1) page(index, `Page ${index}`)
  for (let index = 0; index < apis; index += 1) write(`src/pages/api/mod${index}.ts`, endpointOf(index))
  return {
    root,
    edit: (heading) => page(0, heading),
    forget: () => {
      for (const left of ['.astro', '.vite', 'dist']) rmSync(join(root, left), { recursive: true, force: true })
    },
  }
}

function writer(root: string, packages: string): (file: string, text: string) => void {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  symlinkSync(packages, join(root, 'node_modules'))
  return (file, text) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

const rowsOf = (index: number) =>
  JSON.stringify(Array.from({ length: 10 }, (_, at) => ({ id: at, name: `Cup ${index}.${at}`, price: 3 * at + index })))

const CONFIG = `export default { title: 'Cups', data: 'memory', siteUrl: 'https://cups.example', llmsTxt: {} }
`

const TSCONFIG = {
  compilerOptions: { ...COMPILER_OPTIONS, jsx: 'preserve', jsxImportSource: 'solid-js' },
  include: ['src', '.fw/types'],
}

const COUNTER = `import { createSignal } from 'solid-js'

export function Counter(props: { start: number }) {
  const [count, setCount] = createSignal(props.start)
  return <button onClick={() => setCount(count() + 1)}>count {count()}</button>
}
`

const LAYOUT = `import type { JSX } from 'solid-js'

export default (props: { children: JSX.Element }) => (
  <main>
    <nav><a href="/page0">First</a></nav>
    {props.children}
  </main>
)
`

function pageOf(index: number, heading: string): string {
  const hasCounter = index % 10 === 0
  return `import { For } from 'solid-js'
${hasCounter ? "import { Counter } from '../components/counter.tsx'\n" : ''}
const ROWS = ${rowsOf(index)}

export const meta = { title: 'Page ${index}', description: 'Ten cups.' }

export default () => (
  <>
    <h1>${heading}</h1>
    ${hasCounter ? '<Counter start={3} />' : ''}
    <table>
      <tbody>
        <For each={ROWS}>{(row) => <tr><td>{row.id}</td><td>{row.name}</td><td>{row.price}</td></tr>}</For>
      </tbody>
    </table>
  </>
)
`
}

function apiOf(index: number): string {
  return `import { api, type Call } from '@fw/runtime'

export interface Search${index} {
  /** The name of the cup. @maxLength 80 */
  text: string
  /** @minimum 1 @maximum 100 */
  limit?: number
  tags?: string[]
}

/** Finds cups of module ${index} by their names. */
export const search = api({
  readonly: true,
  run: ({ input }: Call<Search${index}>): { rows: { id: number; name: string }[] } => ({
    rows: [{ id: ${index}, name: input.text }].slice(0, input.limit),
  }),
})
`
}

const ASTRO_CONFIG = `import node from '@astrojs/node'
import solid from '@astrojs/solid-js'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [solid()],
  devToolbar: { enabled: false },
  vite: { cacheDir: './.vite' },
})
`

const ASTRO_LAYOUT = `---
const { title } = Astro.props
---
<html lang="en">
  <head><meta charset="utf-8" /><title>{title}</title><meta name="description" content="Ten cups." /></head>
  <body>
    <main>
      <nav><a href="/page0">First</a></nav>
      <slot />
    </main>
  </body>
</html>
`

function astroPageOf(index: number, heading: string): string {
  const hasCounter = index % 10 === 0
  return `---
import Layout from '../layouts/Layout.astro'
${hasCounter ? "import { Counter } from '../components/Counter.jsx'\n" : ''}
const ROWS = ${rowsOf(index)}
---
<Layout title="Page ${index}">
  <h1>${heading}</h1>
  ${hasCounter ? '<Counter client:load start={3} />' : ''}
  <table>
    <tbody>
      {ROWS.map((row) => <tr><td>{row.id}</td><td>{row.name}</td><td>{row.price}</td></tr>)}
    </tbody>
  </table>
</Layout>
`
}

/** Validates its input by hand, because Astro has no validation for it. */
function endpointOf(index: number): string {
  return `export const POST = async ({ request }: { request: Request }) => {
  const input = await request.json()
  const isGood = typeof input.text === 'string' && (input.limit === undefined || (input.limit >= 1 && input.limit <= 100))
  if (!isGood) return Response.json({ error: 'invalid' }, { status: 400 })
  return Response.json({ rows: [{ id: ${index}, name: input.text }].slice(0, input.limit) })
}
`
}
