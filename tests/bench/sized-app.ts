/**
 * An app with a given number of pages and functions, written for each framework: a layout, tables of ten rows, a
 * counter on every tenth page.
 */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { COMPILER_OPTIONS } from './analysis-app.ts'
import { ASTRO, SOLID_START } from './peers.ts'

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
  const page = (index: number, heading: string) => write(`src/routes/page${index}.tsx`, writePage(index, heading))
  for (let index = 0; index < pages; index += 1) page(index, `Page ${index}`)
  for (let index = 0; index < apis; index += 1) write(`src/server/mod${index}.api.ts`, writeApi(index))
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
  write('src/components/Counter.jsx', JS_COUNTER)
  write('src/layouts/Layout.astro', ASTRO_LAYOUT)
  const page = (index: number, heading: string) => write(`src/pages/page${index}.astro`, writeAstroPage(index, heading))
  for (let index = 0; index < pages; index += 1) page(index, `Page ${index}`)
  for (let index = 0; index < apis; index += 1) write(`src/pages/api/mod${index}.ts`, writeEndpoint(index))
  return {
    root,
    edit: (heading) => page(0, heading),
    forget: () => {
      for (const left of ['.astro', '.vite', 'dist']) rmSync(join(root, left), { recursive: true, force: true })
    },
  }
}

/** Writes SolidStart's app, which is only built: its packages must be installed. */
export function writeSolidStartApp(root: string, { pages, apis }: AppSize): SizedApp {
  const write = writer(root, join(SOLID_START, 'node_modules'))
  write('package.json', JSON.stringify({ name: 'solid-start-bench-sized', private: true, type: 'module' }))
  for (const file of ['vite.config.mjs', 'src/entry-client.jsx', 'src/entry-server.jsx'])
    write(file, readFileSync(join(SOLID_START, file), 'utf8'))
  write('src/app.jsx', SOLID_START_APP)
  write('src/components/Counter.jsx', JS_COUNTER)
  const page = (index: number, heading: string) =>
    write(`src/routes/page${index}.jsx`, writeSolidStartPage(index, heading))
  for (let index = 0; index < pages; index += 1) page(index, `Page ${index}`)
  for (let index = 0; index < apis; index += 1) write(`src/routes/api/mod${index}.ts`, writeEndpoint(index))
  return {
    root,
    edit: (heading) => page(0, heading),
    forget: () => {
      for (const left of ['.output', '.vite', 'node_modules/.vite', 'node_modules/.nitro'])
        rmSync(join(root, left), { recursive: true, force: true })
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

const writeRows = (index: number) =>
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

const JS_COUNTER = COUNTER.replaceAll(': { start: number }', '')

const LAYOUT = `import type { JSX } from 'solid-js'

export default (props: { children: JSX.Element }) => (
  <main>
    <nav><a href="/page0">First</a></nav>
    {props.children}
  </main>
)
`

/** The content of a page of Solid. */
function writeContent(heading: string, hasCounter: boolean): string {
  return `<h1>${heading}</h1>
    ${hasCounter ? '<Counter start={3} />' : ''}
    <table>
      <tbody>
        <For each={ROWS}>{(row) => <tr><td>{row.id}</td><td>{row.name}</td><td>{row.price}</td></tr>}</For>
      </tbody>
    </table>`
}

function writePage(index: number, heading: string): string {
  const hasCounter = index % 10 === 0
  return `import { For } from 'solid-js'
${hasCounter ? "import { Counter } from '../components/counter.tsx'\n" : ''}
const ROWS = ${writeRows(index)}

export const meta = { title: 'Page ${index}', description: 'Ten cups.' }

export default () => (
  <>
    ${writeContent(heading, hasCounter)}
  </>
)
`
}

function writeApi(index: number): string {
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

function writeAstroPage(index: number, heading: string): string {
  const hasCounter = index % 10 === 0
  return `---
import Layout from '../layouts/Layout.astro'
${hasCounter ? "import { Counter } from '../components/Counter.jsx'\n" : ''}
const ROWS = ${writeRows(index)}
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

const SOLID_START_APP = `import { MetaProvider } from '@solidjs/meta'
import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { Suspense } from 'solid-js'

const Layout = (props) => (
  <MetaProvider>
    <main>
      <nav><a href="/page0">First</a></nav>
      <Suspense>{props.children}</Suspense>
    </main>
  </MetaProvider>
)

export default () => <Router root={Layout}><FileRoutes /></Router>
`

function writeSolidStartPage(index: number, heading: string): string {
  const hasCounter = index % 10 === 0
  return `import { Meta, Title } from '@solidjs/meta'
import { For } from 'solid-js'
${hasCounter ? "import { Counter } from '../components/Counter.jsx'\n" : ''}
const ROWS = ${writeRows(index)}

export default () => (
  <>
    <Title>Page ${index}</Title>
    <Meta name="description" content="Ten cups." />
    ${writeContent(heading, hasCounter)}
  </>
)
`
}

/** Validates its input by hand, because Astro and SolidStart have no validation for it. */
function writeEndpoint(index: number): string {
  return `export const POST = async ({ request }: { request: Request }) => {
  const input = await request.json()
  const isGood = typeof input.text === 'string' && (input.limit === undefined || (input.limit >= 1 && input.limit <= 100))
  if (!isGood) return Response.json({ error: 'invalid' }, { status: 400 })
  return Response.json({ rows: [{ id: ${index}, name: input.text }].slice(0, input.limit) })
}
`
}
