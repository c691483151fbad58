/** Folders and files of an app that are links: the build and dev treat them as the check does, by the path of the link. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AppPaths, appPaths } from '../../../../compiler/src/build/app-paths.ts'
import { toLinkedId } from '../../../../compiler/src/build/transform/linked-sources.ts'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from '../app-copy.ts'

const MARKER = 'marker-of-server-code'
const API = `import { api, type Call } from '@fw/runtime'
import { marker } from './marker.ts'
/** Returns the length of a text. */
export const measure = api({ run: async ({ input }: Call<{ text: string }>) => input.text.length + marker.length })
`
const METER = `import { createSignal } from 'solid-js'
import { measure } from '../server/length.api.ts'
export function Meter() {
  const [length, setLength] = createSignal(0)
  return <button onClick={async () => setLength(await measure({ text: 'abc' }))}>{length()} letters</button>
}
`
const PAGE = `import { Meter } from '../components/meter.tsx'
export const meta = { title: 'Linked' }
export default function Linked() {
  return <Meter />
}
`

let app: AppCopy
let outside: string
beforeAll(() => {
  app = copyFixture()
  outside = `${app.root}-outside`
  mkdirSync(outside)
  app.write('src/server/length.api.ts', API)
  app.write('src/server/marker.ts', `export const marker = '${MARKER}'\n`)
  app.write('src/components/meter.tsx', METER)
  app.write('src/routes/linked.tsx', PAGE)
  moveBehindLink('src/server', join(outside, 'server'))
  moveBehindLink('src/routes', app.path('src/pages'))
  moveBehindLink('src/components/meter.tsx', join(outside, 'meter.tsx'))
  return () => {
    app.remove()
    rmSync(outside, { recursive: true, force: true })
  }
})

function moveBehindLink(file: string, target: string): void {
  renameSync(app.path(file), target)
  symlinkSync(relative(dirname(app.path(file)), target), app.path(file))
}

const CALL = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"abc"}' }
const LENGTH = 3 + MARKER.length

test('a build with linked folders and files has the pages, islands and apis, and no server code for browsers', {
  timeout: 60_000,
}, async () => {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const client = app.list('dist/client').map((file) => app.read(`dist/client/${file}`))
  expect(client.join('\n')).not.toContain(MARKER)
  const built = await startBuilt(app.root)
  onTestFinished(() => built.stop().then(() => undefined))
  const page = await (await fetch(new URL('/linked', built.url))).text()
  expect(page).toMatch(/<fw-island[^>]*>[\s\S]*letters/)
  const called = await fetch(new URL('/_fw/api/length.measure', built.url), CALL)
  expect(await called.json()).toEqual({ ok: true, result: LENGTH })
})

test.each([
  ['a stylesheet names one in url()', '.clip { background: url(../server/marker.ts) }', 'src/server'],
  ['a module outside of the app is one by its name', "@import './meter.css'", 'by its name'],
])('a build fails that would publish server code: %s', { timeout: 60_000 }, async (_, styles, reason) => {
  const own = copyFixture()
  const away = `${own.root}-away`
  onTestFinished(() => {
    own.remove()
    rmSync(away, { recursive: true, force: true })
  })
  mkdirSync(away)
  own.write('src/server/marker.ts', `export const marker = '${MARKER}'\n`)
  renameSync(own.path('src/server'), join(away, 'server'))
  symlinkSync(join(away, 'server'), own.path('src/server'))
  own.write('src/components/clip.css', `${styles}\n`)
  own.write('src/components/meter.css', '')
  writeFileSync(join(away, 'prices.server.ts'), `export const marker = '${MARKER}'\n`)
  const isNamed = reason === 'by its name'
  own.write(
    'src/components/meter.tsx',
    `import { createSignal } from 'solid-js'
import './clip.css'
${isNamed ? `import { marker } from '${away}/prices.server.ts'` : "const marker = ''"}
export function Meter() {
  const [length, setLength] = createSignal(0)
  return <button title={marker} onClick={() => setLength(1)}>{length()} letters</button>
}
`,
  )
  own.write('src/routes/linked.tsx', PAGE)
  const { ok, log, answer } = await buildApp(own.root)
  expect([ok, log + JSON.stringify(answer)]).toEqual([false, expect.stringContaining(reason)])
  expect(
    own
      .list('dist/client')
      .map((file) => own.read(`dist/client/${file}`))
      .join(''),
  ).not.toContain(MARKER)
})

test('fw dev serves them too, with edits of the targets, and never the linked server files', {
  timeout: 60_000,
}, async () => {
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  expect(await dev.until('/linked', (_text, status) => status === 200)).toContain('letters')
  await dev.until('/_fw/api/length.measure', (text) => text === JSON.stringify({ ok: true, result: LENGTH }), CALL)
  expect(await (await dev.fetch('/src/components/meter.tsx')).text()).toContain('letters')
  for (const file of ['/src/server/marker.ts', '/src/server/length.api.ts?raw', `/@fs${outside}/server/marker.ts`])
    expect(await (await dev.fetch(file)).text(), file).not.toContain(MARKER)
  const target = join(outside, 'meter.tsx')
  writeFileSync(target, readFileSync(target, 'utf8').replace(' letters', ' characters'))
  expect(await dev.until('/linked', (text) => text.includes('characters'))).toContain('characters')
})

test('fw dev sees a link that is made while it runs, and a link with another target', {
  timeout: 90_000,
}, async () => {
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  await dev.until('/linked', (_text, status) => status === 200)
  // The import is relative to the link: there is no such file beside the target.
  const print = (name: string) => `import { Meter } from '../components/meter.tsx'
export const Gauge = () => <p>${name} <Meter /></p>
`
  for (const name of ['first', 'second']) {
    mkdirSync(join(outside, name), { recursive: true })
    writeFileSync(join(outside, name, 'gauge.tsx'), print(name))
  }
  rmSync(app.path('src/widgets'), { force: true })
  symlinkSync(join(outside, 'first'), app.path('src/widgets'))
  app.write(
    'src/pages/late.tsx',
    PAGE.replace('../components/meter.tsx', '../widgets/gauge.tsx').replaceAll('Meter', 'Gauge'),
  )
  expect(await dev.until('/late', (text) => text.includes('</html>') && text.includes('first'))).toMatch(
    /first[\s\S]*<fw-island/,
  )
  rmSync(app.path('src/widgets'))
  symlinkSync(join(outside, 'second'), app.path('src/widgets'))
  expect(await dev.until('/late', (text) => text.includes('</html>') && text.includes('second'))).toMatch(
    /second[\s\S]*<fw-island/,
  )
})

test('a link never brings a server file into the browser', () => {
  const paths: AppPaths = appPaths(app.root, {})
  const { root } = paths
  const links = [
    { link: `${root}/src/open.ts`, target: `${root}/src/server/marker.ts` },
    { link: `${root}/src/open`, target: `${root}/src/server` },
    { link: `${root}/src/session-copy.ts`, target: `${root}/src/session.ts` },
  ]
  for (const file of ['src/server/marker.ts', 'src/server/length.api.ts', 'src/session.ts'])
    expect(toLinkedId(paths, links, `${root}/${file}`)).toBe(`${root}/${file}`)
  expect(toLinkedId(paths, [{ link: `${root}/src/a`, target: '/b' }], '/bc/d.ts')).toBe('/bc/d.ts')
  expect(toLinkedId(paths, [{ link: `${root}/src/a`, target: '/b' }], '/b/d.css?inline')).toBe(
    `${root}/src/a/d.css?inline`,
  )
})

test.each([
  ['server/db.ts', 'again/db.ts'],
  ['db.server.ts', 'components/db.ts'],
  ['session.ts', 'components/session.ts'],
  ['channels/db.ts', 'a/very/long/way/to/db.ts'],
])('of two links to one file, the one of the server decides: %s', (server, open) => {
  const paths: AppPaths = appPaths('/app', {})
  const links = [open, server].map((file) => ({ link: `/app/src/${file}`, target: '/outside/db.ts' }))
  expect(toLinkedId(paths, links, '/outside/db.ts')).toBe(`/app/src/${server}`)
  expect(toLinkedId(paths, links.reverse(), '/outside/db.ts')).toBe(`/app/src/${server}`)
})
