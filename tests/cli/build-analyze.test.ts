import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnalysisReport } from '../../compiler/src/report/analysis-report.ts'
import { type AppCopy, copyApp } from './support/fixture.ts'

let app: AppCopy
let text: string
let analysis: AnalysisReport
beforeAll(async () => {
  app = copyApp('notes')
  writeSources()
  const { code, stdout, stderr } = await app.fw('build', '--analyze')
  expect([code, stderr]).toEqual([0, expect.any(String)])
  text = stdout
  analysis = readAnalysis()
})
afterAll(() => app?.remove())

function writeSources(): void {
  app.write('fw.config.ts', "export default { title: 'Notes', data: 'memory' }\n")
  app.write(
    'src/session.ts',
    `import { createSessionStore } from '@fw/runtime/server'

export default createSessionStore<{ user: string }>({ secret: 'only-for-this-test-0123456789abcdef' })
`,
  )
  app.write(
    'src/ctx.ts',
    `export default function ctxFor(req: Request, { session }: { session?: { user: string } }) {
  return { user: session?.user, path: new URL(req.url).pathname }
}
`,
  )
  app.write(
    'src/middleware.ts',
    'export default function middleware(): Response | undefined {\n  return undefined\n}\n',
  )
  const page = (name: string, body: string, head = '') =>
    app.write(
      `src/routes/${name}.tsx`,
      `${head}import type { PageProps } from '@fw/runtime'\n\nexport default function Page({ ctx, params }: PageProps) {\n  ${body}\n}\n`,
    )
  page('index', 'return <a href="/notes/a%20b?from=home#top">{ctx.path}</a>')
  page('notes/[id]', 'return <h1>{params.id} {ctx.user ?? "nobody"}</h1>')
  page('[year]', 'return <h1>{params.year}</h1>')
  page(
    'cached',
    'return <p>{ctx.user ?? "nobody"}</p>',
    "export const cache = { scope: 'public', sharedMaxAge: 60, swr: 600, tags: ['notes'] }\n",
  )
  page('copied', 'return <p>Copied</p>', "export const cache = { scope: 'public', sharedMaxAge: 60, cdn: true }\n")
  page(
    'visit',
    "ctx.headers.append('set-cookie', 'visit=1; Path=/')\n  return <p>{ctx.path}</p>",
    "export const cache = { scope: 'public', sharedMaxAge: 60 }\n",
  )
  page('plain', 'return <p>Nothing of the visitor</p>')
  mkdirSync(join(app.root, 'src/routes/[year]'))
  page('[year]/archive', "return new Response('archive')")
  app.write('src/server/stamps.ts', `export const STAMPS = ${JSON.stringify(stamps(40))}\n`)
  app.write('src/server/shared.ts', `export const SHARED = ${JSON.stringify(stamps(80))}\n`)
  for (const [name, imports, body] of [
    [
      'stamps',
      "import { STAMPS } from './stamps.ts'\nimport { SHARED } from './shared.ts'\n",
      'STAMPS.length + SHARED.length',
    ],
    ['others', "import { SHARED } from './shared.ts'\n", 'SHARED.length'],
  ])
    app.write(
      `src/server/${name}.api.ts`,
      `import { api } from '@fw/runtime'\n${imports}\n/** Counts. */\nexport const count = api({ run: () => ({ count: ${body} }) })\n`,
    )
}

const stamps = (count: number) => Array.from({ length: count }, (_, at) => `stamp ${at * 7919}`)

function readAnalysis(): AnalysisReport {
  return (JSON.parse(app.read('.fw/analyze.json')) as { analysis: AnalysisReport }).analysis
}

const route = (pattern: string, from = analysis) => from.routes.find((one) => one.pattern === pattern)

/** Returns the words of a section of the output, without line breaks. */
const words = (title: string, from = text) =>
  (new RegExp(`^${title}.*(?:\\n.+)*`, 'm').exec(from)?.[0] ?? '').replace(/\s+/g, ' ')

it('a dynamic route without staticParams is measured at a page that a measured page links to', () => {
  expect(route('/notes/[id]')?.html).toMatchObject({
    path: '/notes/a%20b',
    linkedFrom: '/',
    brotli: expect.any(Number),
  })
  expect(route('/')?.html).not.toHaveProperty('linkedFrom')
  expect(words('Routes')).toContain('HTML of /notes/[id] is measured at /notes/a%20b, which / links to.')
})

it('a dynamic route that no page links to, and one without a document, have their scripts and the reason', () => {
  expect(route('/[year]')).toMatchObject({
    notRendered: 'has parameters, no staticParams, and no link on a measured page',
    js: { raw: 0 },
  })
  expect(route('/[year]/archive')).toMatchObject({ notRendered: 'never renders a document' })
  expect(words('Routes')).toContain('HTML of /[year]/archive is not measured: it never renders a document.')
})

it('each route has its cache policy, and the reason why the server does not store it', () => {
  expect(route('/cached')?.cache).toEqual({
    policy: { scope: 'public', sharedMaxAge: 60, swr: 600, tags: ['notes'] },
    cacheControl: 'private, no-store',
  })
  // The app has middleware, which caches in front of the server don't run.
  expect(route('/copied')?.cache).toEqual({
    policy: { scope: 'public', sharedMaxAge: 60, cdn: true },
    cacheControl: 'public, max-age=0, s-maxage=60',
  })
  expect(route('/visit')?.cache).toMatchObject({ cacheControl: 'private, no-store', notStored: 'set-cookie' })
  expect(route('/')?.cache).toEqual({ cacheControl: 'private, no-store' })
  expect(route('/[year]')?.cache).toEqual({})
  const all = words('Caching and cookies')
  expect(all).toContain('/cached cache public, stored for 60 s, then stale for 600 s, tags notes')
  expect(all).toContain('/visit cache public, stored for 60 s, but not stored: set-cookie')
})

it('each route has the cookies that it sets and the members of ctx that it reads', () => {
  expect(route('/')?.cookies).toEqual({ sets: [], readBy: ['ctxFor'], ctx: ['path'] })
  expect(route('/notes/[id]')?.cookies).toEqual({ sets: [], readBy: ['ctxFor'], ctx: ['user'] })
  expect(route('/plain')?.cookies).toEqual({ sets: [], readBy: ['ctxFor'], ctx: [] })
  // A cached page is rendered from a request without cookies.
  expect(route('/cached')?.cookies).toEqual({ sets: [], readBy: [], ctx: [] })
  expect(route('/visit')?.cookies).toEqual({ sets: ['visit'], readBy: ['ctxFor'], ctx: ['path'] })
  expect(route('/[year]')).not.toHaveProperty('cookies')
  expect(analysis.cookies).toEqual({
    session: expect.stringMatching(/^fw_session; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    unknown: ['src/middleware.ts'],
  })
  const all = words('Caching and cookies')
  expect(all).toContain('cookies sets visit; reads ctx.path (ctxFor reads cookies)')
  expect(all).toContain('src/middleware.ts')
})

it('each api module has its size on the server, with the code that only it imports', () => {
  const [first, second] = analysis.apiModules.filter(({ module }) => module !== 'notes')
  expect([first?.file, second?.file]).toEqual(['src/server/stamps.api.ts', 'src/server/others.api.ts'])
  const size = (file: string) => first?.modules.find(({ name }) => name === file)?.bytes ?? 0
  expect(size('src/server/stamps.ts')).toBeGreaterThan(400)
  expect(size('src/server/shared.ts')).toBeGreaterThan(800)
  expect(first).toMatchObject({ module: 'stamps', tools: 1 })
  expect(first?.total).toBe((first?.own ?? 0) + size('src/server/stamps.ts') + size('src/server/shared.ts'))
  expect(first?.notShared).toBe((first?.total ?? 0) - size('src/server/shared.ts'))
  expect(second?.notShared).toBe(second?.own)
  expect(words('Api modules on the server')).toMatch(
    /src\/server\/stamps\.api\.ts 1 \d+\.\d\d kB \d+\.\d\d kB \d+\.\d\d kB/,
  )
})

it('the first report has nothing to compare with, and the report of an unchanged app no changes', async () => {
  expect(analysis).not.toHaveProperty('changes')
  expect(text).toContain('No earlier build to compare with.')
  expect(app.read('.fw/analyze.html')).toContain('There is no earlier build to compare with.')
  const { stdout } = await app.fw('build', '--analyze')
  expect(readAnalysis().changes?.sizes).toEqual([])
  expect(words('Changes since the build of', stdout)).toContain('No size has changed.')
  expect(app.read('.fw/analyze.html')).toContain('No size has changed since the build of')
}, 120_000)

it('a report has the changes since the last build, with and without the flag', async () => {
  app.write('src/server/stamps.ts', `export const STAMPS = ${JSON.stringify(stamps(140))}\n`)
  app.write('src/client.ts', "document.documentElement.dataset.words = 'one two three'\n")
  app.write('src/routes/added.tsx', 'export default function Added() {\n  return <h1>Added</h1>\n}\n')
  // A build without the flag counts as the last build, too; it measures no documents.
  expect((await app.fw('build')).code).toBe(0)
  app.write('src/client.ts', `document.documentElement.dataset.words = '${stamps(50).join()}'\n`)
  const { stdout } = await app.fw('build', '--analyze')
  const { changes } = readAnalysis()
  expect(Date.parse(changes?.since ?? '')).toBeGreaterThan(Date.now() - 600_000)
  const kinds = new Map(changes?.sizes.map((one) => [`${one.kind} ${one.name}`, one]))
  expect([...kinds.keys()].filter((name) => /^(?:html|api)/.test(name))).toEqual([])
  const script = kinds.get('script /')
  expect(script?.after).toBe(route('/', readAnalysis())?.js.brotli)
  expect(script?.after).toBeGreaterThan(script?.before ?? Number.POSITIVE_INFINITY)
  expect(kinds.get('module src/client.ts')?.after).toBeGreaterThan(500)
  expect(words('Changes since the build of', stdout)).toMatch(/scripts of \/ \+\d+ B 0\.\d\d kB → 0\.\d\d kB/)
  expect(app.read('.fw/analyze.html')).toMatch(/<th scope="row">scripts of \/<\/th><td class="size">\+\d+ B<\/td>/)

  app.write('src/server/stamps.ts', `export const STAMPS = ${JSON.stringify(stamps(10))}\n`)
  app.write(
    'src/routes/added.tsx',
    "export default function Added() {\n  return <h1>Added {'twice'.repeat(50)}</h1>\n}\n",
  )
  app.write('src/routes/plain.tsx', 'export default function Plain() {\n  return <h1>Plain</h1>\n}\n')
  app.write('src/routes/new.tsx', 'export default function New() {\n  return <h1>New</h1>\n}\n')
  const { stdout: json } = await app.fw('build', '--json')
  const later = (JSON.parse(json) as { analysis: AnalysisReport }).analysis.changes?.sizes ?? []
  const names = later.map(({ kind, name, before, after }) => [kind, name, before !== undefined, after !== undefined])
  expect(names).toContainEqual(['html', '/plain', true, true])
  expect(names).toContainEqual(['html', '/new', false, true])
  expect(names).toContainEqual(['api', 'stamps', true, true])
  expect(names.filter(([kind]) => kind === 'module')).toEqual([])
}, 240_000)
