/**
 * The app of `docs/guide/static-output.md`: built by the command line on both runtimes, with build errors, and served.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFw, startFw } from '../cli/support/fixture.ts'
import { BUN } from '../servers/runtimes.ts'
import { checkTypes, createAppFolder, createTsconfig, REPOSITORY } from './page-app.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/static-output.md'), 'utf8')
const sources = [...page.matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', text = '']) => [path, text] as const,
)
/** Returns the cells of each row of the table under a heading. */
const rowsOf = (heading: string) =>
  (page.split(`${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    ) ?? []
const codeOf = (cell = '') => /`([^`]+)`/.exec(cell)?.[1] ?? ''

const POSTS = `import { api, type Call } from '@fw/runtime'
interface Post { slug: string; title: string; text: string }
const POSTS: Post[] = [{ slug: 'green', title: 'Green', text: 'Sencha' }, { slug: 'black', title: 'Black', text: 'Assam' }]
export const list = api({ description: 'All posts', guard: 'auto', run: async () => POSTS })
export const read = api({
  description: 'One post', guard: 'auto',
  run: async ({ input }: Call<{ slug: string }>) => POSTS.find(({ slug }) => slug === input.slug)!,
})
`
const OTHERS = {
  'tsconfig.json': createTsconfig(),
  'public/hello.txt': 'hello',
  'src/server/posts.api.ts': POSTS,
  'src/feed.ts': "export default { items: () => [{ url: '/posts/green', title: 'Green' }] }\n",
  'src/routes/index.tsx': 'export default () => <><nav>Menu</nav><h1>Tea</h1></>\n',
  'src/routes/_404.tsx': 'export default () => <h1>No such tea</h1>\n',
}

const { root: app, write, remove } = createAppFolder('tea')
const drop = (path: string) => rmSync(join(app, path))
const read = (path: string) => readFileSync(join(app, 'dist/client', path), 'utf8')
const listed = () =>
  readdirSync(join(app, 'dist/client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(app, 'dist/client').length + 1))
    .sort()
const config = () => readFileSync(join(app, 'fw.config.ts'), 'utf8')

let log = ''
beforeAll(async () => {
  for (const [path, text] of [...Object.entries(OTHERS), ...sources]) write(path, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('wrote')])
  log = stderr
})
afterAll(remove)

test('its sources are those of the page, and pass the type check', () => {
  expect(sources.map(([path]) => path)).toEqual([
    'fw.config.ts',
    'src/routes/posts/[slug].tsx',
    'src/components/copy.tsx',
    'src/ctx.ts',
  ])
  expect(checkTypes(app)).toEqual([0, ''])
})

test('the files and their contents match its table', () => {
  const named = rowsOf('## Output files').flatMap(([cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  )
  expect(named).toContain('posts/black.md')
  expect(listed().filter((file) => !file.startsWith('assets/'))).toEqual(
    named.filter((file) => file !== 'assets/').sort(),
  )
  const assets = listed().filter((file) => /^assets\/.*\.js$/.test(file))
  expect(assets.length).toBeGreaterThan(0)
  for (const file of assets) expect(file).toMatch(/-[\w-]{8}\.js$/)
  expect(read('posts/green/index.html')).toMatch(/<h1>Green<\/h1><p>Sencha<\/p>.*<fw-island .*Copy/s)
  expect(read('posts/green.md')).toBe('# Green\n\nSencha\n')
  expect(read('index.md')).toBe('# Tea\n')
  expect(read('p/black/index.html')).toContain('<meta http-equiv="refresh" content="0;url=/posts/black">')
  expect(read('404.html')).toContain('<h1>No such tea</h1>')
  expect(read('rss.xml')).toContain('https://tea.example/posts/green')
})

test('a page carries the policy that it shows', () => {
  const [, before = '', after = ''] = /^```text\n(.*)…(.*)\n```$/m.exec(page) ?? []
  const policy =
    /http-equiv="content-security-policy" content="([^"]*)"/.exec(read('posts/green/index.html'))?.[1] ?? ''
  expect([policy.startsWith(before.trim()), policy.endsWith(after)]).toEqual([true, true])
  expect(before).not.toBe('')
})

test('fw start serves the folder as its hosts should', async () => {
  const running = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'])
  const get = async (path: string) => {
    const { status, headers, text } = await fetch(running.url + path).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }))
    return { status, cache: headers.get('cache-control'), text }
  }
  try {
    expect(await get('/posts/green')).toMatchObject({ status: 200, text: read('posts/green/index.html') })
    expect(await get('/posts/none')).toMatchObject({ status: 404, text: read('404.html') })
    const asset = listed().find((file) => file.startsWith('assets/') && file.endsWith('.js'))
    expect((await get(`/${asset}`)).cache).toBe('public, max-age=31536000, immutable')
    expect((await get('/hello.txt')).cache).toBe('public, max-age=0, must-revalidate')
  } finally {
    await running.stop('SIGTERM')
  }
})

test('Bun writes the same files, and leaves unchanged files alone', () => {
  // Compressed files may differ, because another zlib may compress differently.
  const contents = () => listed().map((file) => [file, /\.(?:br|gz)$/.test(file) ? '' : read(file)])
  const before = contents()
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  const { status, stderr } = spawnSync(BUN, ['node_modules/.bin/fw', 'build'], { cwd: app, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.stringMatching(/\(0 changed\)/)])
  expect(contents()).toEqual(before)
})

test('notices and warnings have the wording of its table', async () => {
  const rows = rowsOf('## Warnings')
  expect(rows).toHaveLength(6)
  const guard = `new URL(req.url).pathname === '/private' ? new Response('members only', { status: 403 }) : undefined`
  write('src/middleware.ts', `export default (req: Request) => ${guard}\n`)
  write('src/routes/private.tsx', 'export default () => <h1>Members</h1>\n')
  write('src/routes/items/[id].tsx', 'export default () => <h1>Item</h1>\n')
  write('src/routes/index.tsx', `export default ({ ctx }) => { ${codeOf(rows[1]?.[0])}; return <h1>Tea</h1> }\n`)
  write('public/robots.txt', 'User-agent: *\n')
  const strict = config()
  write(
    'fw.config.ts',
    strict
      .replace(/csp: .*(?=,)/, codeOf(rows[5]?.[0]))
      .replace('redirects: [', "redirects: [{ from: '/out/[...rest]', to: 'https://x.example/[...rest]' }, ")
      .replace('llmsTxt', "rewrites: [{ from: '/best', to: '/posts/green' }], llmsTxt"),
  )
  const { code, stderr } = await runFw(app, ['build'])
  expect(code).toBe(0)
  for (const row of rows) {
    const line = stderr.split('\n').find((text) => text.startsWith('warning ') && text.includes(codeOf(row[1])))
    expect([row[0], line]).toEqual([row[0], expect.any(String)])
  }
  expect(log).not.toContain('no page of')
  expect(stderr).toContain('warning  The redirect of /out/[...rest]')
  expect(readFileSync(join(app, 'dist/static.json'), 'utf8')).toContain('/items/[id]')
  expect(read('robots.txt')).toBe('User-agent: *\n')
  expect(read('best/index.html')).toBe(read('posts/green/index.html'))
  write('fw.config.ts', strict)
  for (const file of ['src/middleware.ts', 'src/routes/private.tsx', 'src/routes/items/[id].tsx', 'public/robots.txt'])
    drop(file)
  write('src/routes/index.tsx', 'export default () => <h1>Tea again</h1>\n')
  expect((await runFw(app, ['build'])).code).toBe(0)
  expect([read('index.html'), existsSync(join(app, 'dist/client/best'))]).toEqual([
    expect.stringContaining('<h1>Tea again</h1>'),
    false,
  ])
})

test('build errors have the wording of its table, with file and line, and such an app does not start', async () => {
  const rows = rowsOf('## Build errors').map(([code, says]) => [codeOf(code), codeOf(says)] as const)
  expect(rows).toHaveLength(6)
  for (const [at, [code]] of rows.entries())
    write(
      `src/routes/broken-${at}.tsx`,
      `import { notFound } from '@fw/runtime'\nexport default function Page(props) {\n  const found = ${code.replace(/^(?=ctx|search)/, 'props.')}\n  return <h1>{String(found)}</h1>\n}\n`,
    )
  write(
    'src/routes/files/[name].tsx',
    `export const staticParams = ['a/b', 'a:b', 'a?b', '.env', 'Tea', 'tea'].map((name) => ({ name }))\nexport default () => <h1>File</h1>\n`,
  )
  const { code, stderr } = await runFw(app, ['build'])
  expect(code).not.toBe(0)
  for (const [at, [expression, says]] of rows.entries()) {
    const line = expression === 'notFound()' ? '1' : '3'
    expect(stderr).toMatch(new RegExp(`src/routes/broken-${at}\\.tsx:${line}:\\d+ error static-output`))
    expect([expression, stderr]).toEqual([expression, expect.stringContaining(says)])
  }
  for (const reason of [
    'contains "/"',
    'contains ":"',
    'contains "?"',
    'begins with a dot',
    'differs only in its capitals',
  ])
    expect(stderr).toContain(reason)
  expect(stderr).not.toMatch(/^wrote/m)
  expect((await runFw(app, ['start', '--port', '0'])).code).not.toBe(0)
})

test('an island that imports an api fails the build, at its import', async () => {
  write(
    'src/components/copy.tsx',
    `import { list } from '../server/posts.api.ts'\nexport const Copy = (props: { text: string }) => <button type="button" onClick={() => list()}>{props.text}</button>\n`,
  )
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining('src/components/copy.tsx:1:1 error static-output'),
  ])
  expect(code).not.toBe(0)
})
