/** An island imports a constant from each kind of conventional file: no other code of the file reaches a browser. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startDev } from './app-copy.ts'

const SECRET = 'secret-of-the-file'

type Files = Readonly<Record<string, string>>

const BASE: Files = {
  'src/routes/index.tsx': `import { Island } from '../components/island.tsx'
export const meta = { title: 'Home' }
export default function Page() { return <Island /> }
`,
  'src/db.ts': `export const connect = (url: string) => ({ url, log: '${SECRET}-module' })\n`,
}

/** An island with imports, which shows the value of an expression. */
const island = (imports: string, shown: string) => `import { createSignal } from 'solid-js'
${imports}
export function Island() {
  const [count, setCount] = createSignal(0)
  return <button onClick={() => setCount(count() + 1)}>{${shown}} {count()}</button>
}
`

/** Code of the server with a constant, `label`. */
const constant = (rest: string) => `import { connect } from '../db.ts'
const database = connect('${SECRET}-url')
database.url.toString()
/** ${SECRET}-comment */
export const label = 'label-of-the-file'
${rest}
`

/** Files of which a browser gets the constant only. */
const TRIMMED: Files = {
  'src/routes/prices.tsx': constant(`export const Badge = () => <b title={label}>badge-of-the-page</b>
export default async function Page() { return <p>{[database.log, '${SECRET}-page'].length}</p> }`),
  'src/routes/_layout.tsx': constant(`export default (props: { children: unknown }) => {
  const length = [database.log, '${SECRET}-page'].length
  return <main title={String(length)}>{props.children as never}</main>
}`),
  'src/routes/_404.tsx': constant(`export default () => <p>{[database.log, '${SECRET}-page'].length}</p>`),
  'src/routes/_500.tsx': constant(`export default () => <p>{[database.log, '${SECRET}-page'].length}</p>`),
}

const NAMES = Object.keys(TRIMMED).map((file) => /(\w+)\.tsx$/.exec(file)?.[1] ?? '')
const TRIMMED_APP: Files = {
  ...BASE,
  'tsconfig.json': JSON.stringify({ compilerOptions: { jsx: 'preserve', paths: { '@/*': ['./src/*'] } } }),
  ...TRIMMED,
  'src/components/island.tsx': island(
    [
      ...NAMES.map(
        (name, index) => `import { label as ${name} } from '${index === 2 ? '@' : '..'}/routes/${name}.tsx'`,
      ),
      `import { Badge } from '../routes/prices.tsx'`,
    ].join('\n'),
    `<Badge />} {[${NAMES.join(', ')}].join()`,
  ),
}

/** Files that a browser gets nothing of. */
const REFUSED: readonly string[] = [
  'src/middleware.ts',
  'src/ctx.ts',
  'src/session.ts',
  'src/hooks.ts',
  'src/env.ts',
  'src/matchers.ts',
  'src/schedules.ts',
  'src/ws.ts',
  'src/feed.ts',
  'src/mcp.ts',
  'src/agent.ts',
  'src/i18n.ts',
  'src/i18n/index.ts',
  'src/channels/desk.ts',
  'src/server/rates.ts',
  'src/rates.server.ts',
  'fw.config.ts',
]

interface Outcome {
  readonly message?: string
  readonly diagnostics?: readonly { readonly message: string; readonly span?: { file: string; line: number } }[]
  readonly log: string
}

function write(app: AppCopy, files: Files): void {
  rmSync(app.path('src'), { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(app.path(file)), { recursive: true })
    app.write(file, text)
  }
}

/** Builds an app once for each set of files. */
function buildEach(app: AppCopy, builds: readonly Files[]): readonly Outcome[] {
  const stdout = execFileSync(process.execPath, [join(import.meta.dirname, 'run-builds.mjs'), realpathSync(app.root)], {
    input: JSON.stringify(builds),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout) as readonly Outcome[] // written by run-builds.mjs
}

test('of pages, layouts and error pages a build publishes what an island imports', { timeout: 60_000 }, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  write(app, TRIMMED_APP)
  const { ok, log, answer } = await buildApp(app.root)
  expect(ok, log + JSON.stringify(answer)).toBe(true)
  const files = app.list('dist/client').map((file) => readFileSync(app.path(`dist/client/${file}`), 'utf8'))
  expect(files.filter((text) => text.includes(SECRET))).toEqual([])
  expect(files.some((text) => text.includes('label-of-the-file'))).toBe(true)
  expect(files.some((text) => text.includes('badge-of-the-page'))).toBe(true)
})

test('and so does dev', { timeout: 60_000 }, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  write(app, TRIMMED_APP)
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  await dev.until('/', (_text, status) => status === 200)
  const loaded = new Map<string, string>()
  const load = async (url: string): Promise<void> => {
    if (loaded.has(url)) return
    const response = await dev.fetch(url)
    const text = await response.text()
    loaded.set(url, response.status === 200 ? text : '')
    const imported = [...text.matchAll(/(?:from|import) ?"(\/src\/[^"]+)"/g)].map(([, next = '']) => next)
    for (const next of imported) await load(next)
  }
  const page = await (await dev.fetch('/')).text()
  const [entry] = /\/@id\/[^"']*island[^"']*|\/src\/components\/island\.tsx/.exec(page) ?? []
  await load(entry ?? '/src/components/island.tsx')
  const parts = [...loaded].filter(([url, text]) => url.includes('/src/routes/') && text.includes('label-of-the-file'))
  expect(parts.map(([url]) => url).sort()).toEqual([
    '/src/routes/_404.tsx?fw-names=label',
    '/src/routes/_500.tsx?fw-names=label',
    '/src/routes/_layout.tsx?fw-names=label',
    '/src/routes/prices.tsx?fw-names=Badge,label',
  ])
  for (const [url, text] of loaded)
    expect([url, text.includes(SECRET), decodeMaps(text).includes(SECRET)]).toEqual([url, false, false])
  for (const query of [
    '',
    '?fw-names=default',
    '?fw-names=*',
    '?fw-names=',
    '?fw-names=label&raw',
    '?raw',
    '?import',
  ]) {
    const text = await (await dev.fetch(`/src/routes/prices.tsx${query}`)).text()
    expect([query, text.includes(SECRET)]).toEqual([query, false])
  }
  // An edit of the page reaches the island.
  app.edit('src/routes/prices.tsx', 'badge-of-the-page', 'other-badge-of-the-page')
  await dev.until('/src/routes/prices.tsx?fw-names=Badge,label', (text) => text.includes('other-badge-of-the-page'))
})

/** Returns the inline source maps of a module as text. */
function decodeMaps(text: string): string {
  return [...text.matchAll(/sourceMappingURL=data:[^,]*,([\w+/=]+)/g)]
    .map(([, data = '']) => Buffer.from(data, 'base64').toString())
    .join('\n')
}

describe('a build fails if an island', () => {
  const MOVED: Readonly<Record<string, { imports: string; shown: string; line: number; name: string }>> = {
    'imports a value that the page computes': {
      imports: `import { total } from '../routes/prices.tsx'`,
      shown: 'total',
      line: 2,
      name: 'total',
    },
    'imports a page': {
      imports: `import Page from '../routes/prices.tsx'`,
      shown: 'String(Page)',
      line: 2,
      name: 'default',
    },
    'imports everything of a page': {
      imports: `import * as page from '../routes/prices.tsx'`,
      shown: 'Object.keys(page).join()',
      line: 2,
      name: 'total',
    },
    'imports a page later': {
      imports: '',
      shown: `String(import('../routes/prices.tsx'))`,
      line: 2,
      name: 'total',
    },
  }
  let app: AppCopy
  let refused: readonly Outcome[]
  let moved: readonly Outcome[]
  beforeAll(() => {
    app = copyFixture()
    const prices = (TRIMMED['src/routes/prices.tsx'] ?? '').replace(
      'export const Badge',
      'export const total = database.url.length\nexport const Badge',
    )
    const config = app.read('fw.config.ts')
    const builds = [
      ...REFUSED.map((file) => {
        const path = file.startsWith('src/') ? `../${file.slice(4)}` : `../../${file}`
        const text =
          file === 'fw.config.ts'
            ? `${config}\nexport const label = '${SECRET}'\n`
            : `export const label = '${SECRET}'\n`
        return {
          ...BASE,
          'fw.config.ts': config,
          [file]: text,
          'src/components/island.tsx': island(`import { label } from '${path}'`, 'label'),
        }
      }),
      ...Object.values(MOVED).map(({ imports, shown }) => ({
        ...BASE,
        'fw.config.ts': config,
        'src/routes/prices.tsx': prices,
        'src/components/island.tsx': island(imports, shown),
      })),
    ]
    const outcomes = buildEach(app, builds)
    refused = outcomes.slice(0, REFUSED.length)
    moved = outcomes.slice(REFUSED.length)
  }, 180_000)
  afterAll(() => app?.remove())

  test.each(REFUSED)('imports from %s', (file) => {
    const { message = 'the build passed', log = '' } = refused[REFUSED.indexOf(file)] ?? {}
    expect(`${message}\n${log}`).toMatch(
      new RegExp(`(?:Code for the browser imports|A browser would load) [^\\n]*${file.replaceAll('.', '\\.')}`),
    )
  })

  test.each(Object.keys(MOVED))('%s', (name) => {
    const outcome = moved[Object.keys(MOVED).indexOf(name)]
    const { line, name: exported } = MOVED[name]!
    expect(outcome?.diagnostics?.[0]).toMatchObject({
      code: 'server-code',
      message: expect.stringContaining(`Move ${exported} to its own file`),
      span: { file: 'src/routes/prices.tsx', line },
    })
  })
})
