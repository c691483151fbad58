/** What `output` makes of one app, and that a static build does not depend on the runtime it is made with. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUN, RUNTIMES } from '../../servers/runtimes.ts'
import { buildApp } from '../build/app-copy.ts'
import { type StaticTestApp, staticApp } from './static-app.ts'

const RUN_BUILD = fileURLToPath(new URL('../build/run-build.mjs', import.meta.url))
const SERVE = `const { createApp, serve } = await import(process.argv[1])
const { url, close } = await serve(createApp(), { port: 0, hostname: '127.0.0.1' })
console.log(await (await fetch(url)).text())
await close()
process.exit(0)`

const NOT_FOUND = 'export default () => <h1>Nothing here</h1>\n'

let app: StaticTestApp
beforeAll(() => {
  app = staticApp({
    'src/routes/index.tsx': 'export default () => <h1>Home</h1>\n',
    'src/routes/_404.tsx': NOT_FOUND,
    'src/routes/posts/[slug].tsx':
      "export const staticParams = [{ slug: 'café' }]\nexport default (props) => <h1>{props.params.slug}</h1>\n",
  })
})
afterAll(() => app.remove())

const configure = (fields: string) => app.write({ 'fw.config.ts': `export default { title: 'Kinds', ${fields} }` })

test.each(['', "output: 'bun'", "output: 'node'"])(
  'CFG-15 output is bun by default: { %s } makes one server for Bun and Node, and no page in a file',
  async (fields) => {
    configure(fields)
    await app.build()
    expect(app.pages()).toEqual([])
    expect(existsSync(app.path('dist/static.json'))).toBe(false)
    const file = `file://${app.path('dist/server/index.js')}`
    for (const [name, program] of RUNTIMES) {
      const { stdout, stderr } = spawnSync(program, ['-e', SERVE, file], { cwd: app.root, encoding: 'utf8' })
      expect([name, stdout, stderr]).toEqual([name, expect.stringContaining('<h1>Home</h1>'), expect.anything()])
    }
  },
)

test('CFG-15 output is bun, its synonym node, or static, and nothing else', async () => {
  configure("output: 'php'")
  const { ok, answer } = await buildApp(app.root)
  expect([ok, answer.message]).toEqual([false, expect.stringMatching(/output/)])
  for (const kind of ['bun', 'node', 'static']) expect(answer.message).toContain(kind)
})

test('a static site contains no source maps; they are written beside it', async () => {
  const island = `import { createSignal } from 'solid-js'
export function Counter() {
  const [count, setCount] = createSignal(0)
  const work = () => new Worker(new URL('./task.ts', import.meta.url))
  return <button onClick={() => (work(), setCount(count() + 1))}>{count()}</button>
}
`
  const page = `import { Counter } from '../components/counter.tsx'
import '../styles.css'
export default () => <Counter />
`
  const files = {
    'src/components/counter.tsx': island,
    'src/components/task.ts': 'postMessage(1)\n',
    'public/vendor.js.MAP': '{}',
    'public/_fw/manifest': '{}',
  }
  app.write({ ...files, 'src/styles.css': 'button { color: red }\n', 'src/routes/counter.tsx': page })
  configure("output: 'static'")
  await app.build()
  const list = (folder: string) => readdirSync(app.path(folder), { recursive: true }).map(String)
  expect(list('dist/client').filter((file) => /\.map$|^_fw/i.test(file))).toEqual([])
  expect(list('dist/maps')).toContain('vendor.js.MAP')
  const maps = list('dist/maps').filter((file) => file.endsWith('.map'))
  expect(maps.length).toBeGreaterThan(2)
  const scripts = list('dist/client').filter((file) => file.endsWith('.js'))
  for (const map of maps) expect(scripts).toContain(map.replace(/\.map$/, ''))
  for (const script of scripts) expect(app.read(script)).not.toContain('sourceMappingURL')
  app.write(
    Object.fromEntries(
      [...Object.keys(files), 'src/styles.css', 'src/routes/counter.tsx'].map((file) => [file, undefined]),
    ),
  )
})

test('the policy of a static page allows the scripts of fw and those with its nonce, and none of its content', async () => {
  const page = `const text = '<script>content()</' + 'script><script src="https://evil.example/x.js"></' + 'script><style>a{}</style>'
export default ({ nonce }) => (
  <main>
    <script nonce={nonce}>{'own()'}</script>
    <script nonce={nonce} src="https://cdn.example/x.js" />
    <div innerHTML={text} />
  </main>
)
`
  app.write({ 'src/routes/content.tsx': page, 'src/routes/_404.tsx': page })
  configure(`output: 'static', csp: { static: 'hash', header: "style-src 'self' 'nonce-{nonce}'" }`)
  await app.build()
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  for (const file of ['content/index.html', '404.html']) {
    const html = app.read(file)
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(policy).toContain(hash('own()'))
    expect(policy).toContain('https://cdn.example/x.js')
    expect(policy).not.toContain(hash('content()'))
    expect(policy).not.toContain('evil')
    expect(policy).not.toContain(hash('a{}'))
    expect(html).toContain('<script>own()</script>')
    expect(html).not.toContain('nonce')
  }
  app.write({ 'src/routes/content.tsx': undefined, 'src/routes/_404.tsx': NOT_FOUND })
})

test('a static build by Bun writes the same files as one by Node', async () => {
  configure("output: 'static', siteUrl: 'https://static.example', llmsTxt: {}, csp: { static: 'hash' }")
  await app.build()
  const read = () => app.pages().map((file) => [file, app.read(file)])
  const byNode = read()
  expect(byNode.map(([file]) => file)).toEqual([
    '404.html',
    'index.html',
    'index.md',
    'llms.txt',
    'posts/café.md',
    'posts/café/index.html',
    'robots.txt',
    'sitemap.xml',
  ])
  app.write({ 'dist/client/index.html': 'of the build before' })
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  const build = spawn(BUN, [RUN_BUILD, app.root, 'false'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  expect(await new Promise((resolve) => build.once('exit', resolve))).toBe(0)
  expect(read()).toEqual(byNode)
})
