/** Every way in which Vite makes files for browsers beside the graph of imports: none of them takes code of the server along. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sweepClient } from '../../playground/client-sweep.ts'
import { type AppCopy, buildApp, copyFixture, startDev } from './app-copy.ts'

const SECRET = 'value-of-an-environment-file'

const ISLAND = 'src/components/island.tsx'
const BASE: Readonly<Record<string, string>> = {
  'src/routes/index.tsx': `import { Island } from '../components/island.tsx'
export const meta = { title: 'Home' }
export default function Page() { return <Island /> }
`,
  'src/server/notes.api.ts': `import { api } from '@fw/runtime'
import { secret } from './secret.ts'
/** Returns how long the secret is. */
export const count = api({ guard: 'auto', run: async (): Promise<number> => secret.length })
`,
  'src/server/secret.ts': `export const secret: string = 'marker-of-a-server-module'
console.log('another line of a server module')
`,
  'src/server/worker.ts': `postMessage('marker-of-a-worker-on-the-server')\n`,
  'src/components/leak.ts': `import { secret } from '../server/secret.ts'\npostMessage(secret)\n`,
}

/** Returns the source of an island whose handler runs `use`. */
function island(use: string, imports = ''): string {
  return `import { createSignal } from 'solid-js'
${imports}
export function Island() {
  const [shown, setShown] = createSignal('')
  const use = async () => setShown(String(${use}))
  return <button onClick={use}>{shown()}</button>
}
`
}

interface Way {
  readonly island: string
  readonly files?: Readonly<Record<string, string>>
  /** Default: the secret module. */
  readonly target?: string
}

const NEW = (url: string, type = 'Worker') => `new ${type}(new URL('${url}', import.meta.url), { type: 'module' })`

/** Each must fail with the diagnostic of an island's import. */
const REFUSED: Readonly<Record<string, Way>> = {
  'a worker that imports a server module': { island: island(NEW('./leak.ts')) },
  'a classic worker that imports a server module': {
    island: island(`new Worker(new URL('./leak.ts', import.meta.url))`),
  },
  'a shared worker': { island: island(NEW('./leak.ts', 'SharedWorker')) },
  '?worker': { island: island('new W()', "import W from './leak.ts?worker'") },
  '?worker&inline': { island: island('new W()', "import W from './leak.ts?worker&inline'") },
  '?worker&url': { island: island('W', "import W from './leak.ts?worker&url'") },
  '?sharedworker': { island: island('new W()', "import W from './leak.ts?sharedworker'") },
  'a worker of a worker': {
    island: island(NEW('./outer.ts')),
    files: { 'src/components/outer.ts': `new Worker(new URL('./leak.ts', import.meta.url))\n` },
  },
  'a dynamic import in a worker': {
    island: island(NEW('./later.ts')),
    files: { 'src/components/later.ts': `import('../server/secret.ts').then(({ secret }) => postMessage(secret))\n` },
  },
  'a server module as a worker': { island: island(NEW('../server/worker.ts')), target: 'src/server/worker.ts' },
  'an api module as a worker': { island: island(NEW('../server/notes.api.ts')), target: 'src/server/notes.api.ts' },
  '?worker of a server module': {
    island: island('new W()', "import W from '../server/worker.ts?worker'"),
    target: 'src/server/worker.ts',
  },
  '?raw': { island: island('text', "import text from '../server/secret.ts?raw'") },
  '?url': { island: island('text', "import text from '../server/secret.ts?url'") },
  '?inline': { island: island('text', "import text from '../server/secret.ts?inline'") },
  '?raw of an api module': {
    island: island('text', "import text from '../server/notes.api.ts?raw'"),
    target: 'src/server/notes.api.ts',
  },
  '?raw of .env': { island: island('text', "import text from '../../.env?raw'"), target: '.env' },
  '?url of .env.local': { island: island('text', "import text from '../../.env.local?url'"), target: '.env.local' },
  '?raw of the configuration': {
    island: island('text', "import text from '../../fw.config.ts?raw'"),
    target: 'fw.config.ts',
  },
  'new URL of a server module': { island: island(`new URL('../server/secret.ts', import.meta.url)`) },
  'new URL of .env': { island: island(`new URL('../../.env', import.meta.url)`), target: '.env' },
  'new URL of an api module': {
    island: island(`new URL('../server/notes.api.ts', import.meta.url)`),
    target: 'src/server/notes.api.ts',
  },
  'new URL with a pattern': {
    island: island(`new URL(\`../server/\${shown()}.ts\`, import.meta.url)`),
    target: 'src/server/',
  },
  'new URL in a worker': {
    island: island(NEW('./asset.ts')),
    files: { 'src/components/asset.ts': `postMessage(new URL('../server/secret.ts', import.meta.url).href)\n` },
  },
  'import.meta.glob': { island: island(`import.meta.glob('../server/se*.ts')`) },
  'import.meta.glob, eager and raw': {
    island: island(`import.meta.glob('../server/*.ts', { eager: true, query: '?raw' })`),
    target: 'src/server/',
  },
  'import.meta.glob in a worker': {
    island: island(NEW('./all.ts')),
    files: {
      'src/components/all.ts': `postMessage(Object.values(import.meta.glob('../server/se*.ts', { eager: true })))\n`,
    },
  },
  'a dynamic import with a variable': {
    island: island(`(await import(\`../server/\${shown()}.ts\`)).secret`),
    target: 'src/server/',
  },
  'url() of a stylesheet': {
    island: island('1', "import './clip.css'"),
    files: { 'src/components/clip.css': `.clip { background: url(../server/secret.ts) }\n` },
  },
  'url() of a stylesheet, inline': {
    island: island('1', "import './clip.css'"),
    files: { 'src/components/clip.css': `.clip { background: url("../server/secret.ts?inline") }\n` },
  },
  'new URL without a dot': {
    island: island(`new URL('clip/../../../.env', import.meta.url)`),
    files: { 'src/components/clip/more.css': '' },
    target: '.env',
  },
  'new URL from the root': { island: island(`new URL('/src/server/secret.ts?inline', import.meta.url)`) },
  'url() of .env': {
    island: island('1', "import './clip.css'"),
    files: { 'src/components/clip.css': `.clip { background: url('../../.env') }\n` },
    target: '.env',
  },
  '?url in a page': {
    island: island('1'),
    files: {
      'src/routes/index.tsx': `import url from '../server/secret.ts?url'
export const meta = { title: 'Home' }
export default function Page() { return <a href={url}>source</a> }
`,
    },
  },
  'the service worker': {
    island: island('1'),
    files: { 'src/sw.ts': `import { secret } from './server/secret.ts'\nconsole.log(secret)\n` },
  },
}

interface Outcome {
  readonly name?: string
  readonly message?: string
  readonly log: string
}

function withEnvironmentFiles(app: AppCopy): AppCopy {
  app.write('.env', `TOKEN=${SECRET}\n`)
  app.write('.env.local', `TOKEN=${SECRET}\n`)
  return app
}

describe('imports of server code in browser code fail the build', () => {
  const names = Object.keys(REFUSED)
  let app: AppCopy
  let outcomes: readonly Outcome[]
  beforeAll(() => {
    app = withEnvironmentFiles(copyFixture())
    const builds = names.map((name) => ({ ...BASE, [ISLAND]: REFUSED[name]?.island, ...REFUSED[name]?.files }))
    const stdout = execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'run-builds.mjs'), realpathSync(app.root)],
      { input: JSON.stringify(builds), encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 2 ** 26 },
    )
    outcomes = JSON.parse(stdout) as readonly Outcome[] // written by run-builds.mjs
  }, 180_000)
  afterAll(() => app?.remove())

  test.each(names)('%s', (name) => {
    const { message = 'the build passed', log = '' } = outcomes[names.indexOf(name)] ?? {}
    const target = REFUSED[name]?.target ?? 'src/server/secret.ts'
    expect(`${message}\n${log}`).toMatch(
      new RegExp(
        `(?:Code for the browser imports|A browser would load|This stylesheet names) [^\\n]*${target.replaceAll('.', '\\.')}`,
      ),
    )
  })
})

/** Workers of every kind, with a module of the app, the stubs of an api and an asset. */
const ALLOWED: Readonly<Record<string, string>> = {
  ...BASE,
  'src/components/shared.ts': `export const shared = 'code of both'\n`,
  'src/components/table.json': '{"rows":1}\n',
  'src/components/task.ts': `import { count } from '../server/notes.api.ts'
import { count as again } from '../server/notes.api.ts?v=1'
import { shared } from './shared.ts'
count().then((notes) => again().then((more) => postMessage(shared + notes + more)))
`,
  'src/components/other.ts': `import { count } from '../server/notes.api.ts'\ncount().then((notes) => postMessage(notes))\n`,
  'src/components/inline.ts': `import { shared } from './shared.ts'\npostMessage(shared)\n`,
  [ISLAND]: island(
    `[${NEW('./task.ts')}, new Task(), new Shared(), new Inline(), new URL('./table.json', import.meta.url), /* new URL('../server/secret.ts', import.meta.url) */ import.meta.glob('./sh*.ts')]`,
    `import Task from './other.ts?worker'
import Shared from './other.ts?sharedworker'
import Inline from './inline.ts?worker&inline'`,
  ),
}

/** Writes an app that consists of these files. */
function write(app: AppCopy, files: Readonly<Record<string, string>>): void {
  rmSync(app.path('src'), { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(app.path(file)), { recursive: true })
    app.write(file, content)
  }
}

test('workers get stubs of apis, and no file for browsers contains server code', { timeout: 60_000 }, async () => {
  const app = withEnvironmentFiles(copyFixture())
  onTestFinished(() => app.remove())
  write(app, ALLOWED)
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  expect(
    sweepClient({ root: app.root, secrets: { 'an environment value': SECRET, 'a local path': app.root } }),
  ).toEqual([])
  const scripts = app.list('dist/client').filter((file) => file.endsWith('.js'))
  const calling = scripts.filter((file) =>
    readFileSync(app.path(`dist/client/${file}`), 'utf8').includes('notes.count'),
  )
  expect(calling.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual(['assets/other', 'assets/task'])
})

test('source maps contain no code of a page from which an island imports', { timeout: 60_000 }, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  write(app, {
    ...BASE,
    'src/routes/prices.tsx': `import { count } from '../server/notes.api.ts'
const key = 'key-of-the-page'
export const meta = { title: 'Prices' } // comment-of-the-page
/** doc-comment-of-the-page */
export const staticParams = () => [{ id: 'params-of-the-page' }]; export const tax = () => 'tax-of-the-island'.length
export const Badge = (props: { text: string }) => {
  return <b title="badge-of-the-island">{props.text}</b>
}
export default async function Page() {
  const total = await count()
  return <p>query-of-the-page {key} {total}</p>
}
`,
    'src/components/island.tsx': island(
      'tax() + String(Badge)',
      "import { Badge, tax } from '../routes/prices.tsx'",
    ).replace('{shown()}', '<Badge text={shown()} />'),
  })
  const { ok, log, answer } = await buildApp(app.root)
  expect(ok, log + JSON.stringify(answer)).toBe(true)
  const files = app.list('dist/client').map((file) => readFileSync(app.path(`dist/client/${file}`), 'utf8'))
  expect(files.filter((text) => /-of-(?:the-page|a-server-module)/.test(text))).toEqual([])
  const maps = files.filter((text) => text.startsWith('{') && text.includes('src/routes/prices.tsx'))
  expect(maps).toHaveLength(1)
  const { sources, sourcesContent } = JSON.parse(maps[0] ?? '') as Record<string, string[]> // a bundler's
  const lines = sourcesContent?.[sources?.findIndex((source) => source.includes('/prices.tsx')) ?? -1]?.split('\n')
  expect(lines?.map((line) => line.trim())).toEqual([
    ...['', '', '', ''],
    "export const tax = () => 'tax-of-the-island'.length",
    'export const Badge = (props: { text: string }) => {',
    'return <b title="badge-of-the-island">{props.text}</b>',
    '}',
    ...['', '', '', '', ''],
  ])
})

test('fw dev serves workers with stubs, and no server module that a worker imports', { timeout: 60_000 }, async () => {
  const app = withEnvironmentFiles(copyFixture())
  onTestFinished(() => app.remove())
  const page = (name: string) => `import { ${name} } from '../components/${name}.tsx'
export const meta = { title: '${name}' }
export default function Page() { return <${name} /> }
`
  write(app, {
    ...ALLOWED,
    'src/routes/bad.tsx': page('Bad'),
    'src/components/Bad.tsx': island(NEW('./leak.ts')).replace('Island', 'Bad'),
    'src/routes/asset.tsx': page('Asset'),
    'src/components/Asset.tsx': island(`new URL('../server/secret.ts', import.meta.url)`).replace('Island', 'Asset'),
  })
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  const load = async (path: string) => {
    const response = await dev.fetch(path)
    return { status: response.status, text: await response.text() }
  }
  for (const path of ['/', '/bad', '/asset']) await load(path)
  expect(await load('/src/components/island.tsx')).toMatchObject({ status: 200 })
  const task = await load('/src/components/task.ts?worker_file&type=module')
  expect(task).toMatchObject({ status: 200, text: expect.stringContaining('/src/server/notes.api.ts') })
  const stubs = await load('/src/server/notes.api.ts')
  expect(stubs).toMatchObject({ status: 200, text: expect.stringContaining('notes.count') })
  const again = await load('/src/server/notes.api.ts?v=1')
  expect(again).toMatchObject({ status: 200, text: expect.stringContaining('notes.count') })
  const refused = [
    '/src/components/Asset.tsx',
    '/src/components/leak.ts?worker_file&type=module',
    '/src/components/leak.ts?worker_file&type=classic',
    '/src/server/secret.ts',
    '/src/server/secret.ts?worker_file&type=module',
    '/src/server/worker.ts?worker_file&type=classic',
  ]
  // A page that starts the worker is loaded before.
  expect(await load('/src/components/Bad.tsx')).toMatchObject({ status: 200 })
  const answers = await Promise.all(refused.map(load))
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  for (const { text } of [task, stubs, again, ...answers]) expect(text).not.toContain('marker-of-a-')
  expect(dev.log()).toContain('Code for the browser imports src/server/secret.ts')
})
