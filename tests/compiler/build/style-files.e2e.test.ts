/** A stylesheet names a private file: neither a build nor dev publishes the file. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startDev } from './app-copy.ts'

const SECRET = 'value-of-a-private-file'
/** As a data URL contains it. */
const ENCODED = Buffer.from(`TOKEN=${SECRET}`).toString('base64').slice(0, 24)

const page = (imports: string, text = "'page'") => `${imports}
export const meta = { title: 'Home' }
export default function Page() { return <p>{${text}}</p> }
`
const island = (imports: string, shown: string) => `import { createSignal } from 'solid-js'
${imports}
export function Island() {
  const [count, setCount] = createSignal(0)
  return <button onClick={() => setCount(count() + 1)}>{${shown}} {count()}</button>
}
`
const BASE = {
  '.env': `TOKEN=${SECRET}\n`,
  'src/server/key.txt': `TOKEN=${SECRET}\n`,
  'src/routes/index.tsx': page("import './page.css'"),
  'src/routes/page.css': '',
}

interface Way {
  readonly files: Readonly<Record<string, string>>
  readonly target: string
  readonly file: string
  readonly line: number
}

const inPage = (css: string, target = '.env', line = 2): Way => ({
  files: { 'src/routes/page.css': `/* url(../../.env?inline) */\n${css}\n` },
  target,
  file: 'src/routes/page.css',
  line,
})

const REFUSED: Readonly<Record<string, Way>> = {
  'url(), inline': inPage('.a { background: url(../../.env?inline) }'),
  'url() with quotes and a fragment': inPage(`.a { background: url( "../../.env?inline#x" ) }`),
  'url() with an escape': inPage('.a { background: url(../../\\.env?inline) }'),
  'url() with an encoded character': inPage(`.a { background: url('../../%2Eenv?inline') }`),
  'url() without a dot': inPage(`.a { background: url(server/../../../.env?inline) }`),
  'url() from the root': inPage(`.a { background: url('/src/server/key.txt?inline') }`, 'src/server/key.txt'),
  'url() of the code of a page': inPage('.a { background: url(./index.tsx?inline) }', 'src/routes/index.tsx'),
  'url() that is an asset': inPage('.a { background: url(../server/key.txt) }', 'src/server/key.txt'),
  'image-set()': inPage(`.a { background: image-set('../../.env?inline' 1x) }`),
  'a custom property': inPage(`.b {}\n:root { --image: url('../../.env?inline') }`, '.env', 3),
  '@font-face': inPage(`@font-face { font-family: A; src: url('../../.env?inline') }`),
  '@import': inPage(`@import '../../.env';`),
  'url() in an imported stylesheet': {
    files: {
      'src/routes/page.css': `@import '../styles/deep/more.css' layer(base);\n`,
      'src/styles/deep/more.css': `.a {\n  background: url('../../../.env?inline') }\n`,
    },
    target: '.env',
    file: 'src/styles/deep/more.css',
    line: 2,
  },
  'a CSS module': {
    files: {
      'src/routes/index.tsx': page("import styles from './a.module.css'", 'styles.a'),
      'src/routes/a.module.css': `.a { background: url('../../.env?inline') }\n`,
    },
    target: '.env',
    file: 'src/routes/a.module.css',
    line: 1,
  },
  'a preprocessor': {
    files: {
      'src/routes/index.tsx': page("import './a.scss'"),
      'src/routes/a.scss': `// comment\n@use 'part';\n`,
      'src/routes/_part.scss': `.a { .b { background: url('../../.env?inline') } }\n`,
    },
    target: '.env',
    file: 'src/routes/_part.scss',
    line: 1,
  },
  'a stylesheet as a string of an island': {
    files: {
      'src/routes/index.tsx': page("import { Island } from '../components/island.tsx'").replace('<p>', '<p><Island />'),
      'src/components/island.tsx': island("import text from './a.css?inline'", 'text'),
      'src/components/a.css': `.a { background: url('../../.env') }\n`,
    },
    target: '.env',
    file: 'src/components/a.css',
    line: 1,
  },
  "the app's stylesheet": {
    files: { 'src/styles.css': `.a { background: url('../.env?inline') }\n` },
    target: '.env',
    file: 'src/styles.css',
    line: 1,
  },
}

interface Outcome {
  readonly name?: string
  readonly message?: string
  readonly diagnostics?: readonly object[]
}

describe('a build fails, with the position, for', () => {
  const names = Object.keys(REFUSED)
  let app: AppCopy
  let outcomes: readonly Outcome[]
  beforeAll(() => {
    app = copyFixture()
    const builds = names.map((name) => ({ ...BASE, ...REFUSED[name]?.files }))
    const stdout = execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'run-builds.mjs'), realpathSync(app.root)],
      { input: JSON.stringify(builds), encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 2 ** 26 },
    )
    outcomes = JSON.parse(stdout) as readonly Outcome[] // written by run-builds.mjs
  }, 180_000)
  afterAll(() => app?.remove())

  test.each(names)('%s', (name) => {
    const { diagnostics, message } = outcomes[names.indexOf(name)] ?? {}
    const { target, file, line } = REFUSED[name]!
    expect(diagnostics ?? message ?? 'the build passed').toMatchObject([
      {
        code: 'server-code',
        message: expect.stringContaining(`This stylesheet names ${target}, `),
        span: { file, line },
      },
    ])
  })
})

/** Writes an app that consists of these files. */
function write(app: AppCopy, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(app.path(file)), { recursive: true })
    app.write(file, text)
  }
}

test('dev does not serve the stylesheet, and logs the position', { timeout: 60_000 }, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  write(app, { ...BASE, ...inPage('.a { background: url(../../.env?inline) }').files })
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  const seen: string[] = []
  for (const path of ['/', '/src/routes/page.css', '/src/routes/page.css?direct', '/src/routes/page.css?inline'])
    seen.push(await (await dev.fetch(path, { headers: { accept: 'text/css,*/*' } })).text())
  expect(seen.filter((text) => text.includes(ENCODED))).toEqual([])
  expect(dev.log()).toContain('src/routes/page.css:2:')
  expect(dev.log()).toContain('This stylesheet names .env, ')
  expect(dev.log()).not.toContain(SECRET)
})

test('other files in stylesheets are published as before', { timeout: 60_000 }, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  write(app, {
    ...BASE,
    'src/routes/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'src/routes/page.css': `@import 'https://example.com/a.css';
/* ../../.env */
.a { background: url(./dot.svg?inline); content: '.env' }
.b { background: url(dot.svg); mask: url(#a); cursor: url(data:image/png;base64,AAAA), auto }
`,
  })
  const { ok, log, answer } = await buildApp(app.root)
  expect(ok, log + JSON.stringify(answer)).toBe(true)
  const sheets = app.list('dist/client').filter((file) => file.endsWith('.css'))
  const text = sheets.map((file) => app.read(`dist/client/${file}`)).join()
  expect(text).toMatch(/url\(["']?data:image\/svg/)
  expect(text).toMatch(/url\(["']?\/assets\/dot-/)
})
