/** A package of components that Solid's own build compiled: its markup is markup, and what it is given is text. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notablePackages } from '../../../compiler/src/build/externals.ts'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from './app-copy.ts'

const BADGE = `
import { Show, Suspense } from 'solid-js'
import { Dynamic } from 'solid-js/web'
export function Badge(props) {
  return <em class="badge">{props.label}<Show when={props.children}><u>{props.children}</u></Show><Suspense>{props.label}</Suspense><Dynamic component="s">{props.label}</Dynamic></em>
}`
const PAGE = `import { Badge } from 'solid-badge'
const note = JSON.parse('{"t":"<img src=x onerror=alert(1)>"}')
export default () => <main><Badge label={note}><b>in a badge</b></Badge><Badge label="plain" /></main>`
const TEXT = '[object Object]'
const SHOWN = `<em class="badge">${TEXT}<u><b>in a badge</b></u>${TEXT}<s >${TEXT}</s></em><em class="badge">plainplain<s >plain</s></em>`

/** Without what is only there for hydration. */
const withoutMarks = (html: string) => html.replace(/<!--.*?-->| data-hk="\w+"/g, '')

let app: AppCopy
beforeAll(() => {
  app = copyFixture()
  installBadge(app)
  app.write('src/routes/badge.tsx', PAGE)
})
afterAll(() => app.remove())

/** Beside the repository's packages, as npm would install it. */
function installBadge({ root, path, write }: AppCopy): void {
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  rmSync(path('node_modules'))
  mkdirSync(path('node_modules'))
  for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(root, 'node_modules', name))
  mkdirSync(path('node_modules/solid-badge'))
  write(
    'node_modules/solid-badge/package.json',
    JSON.stringify({
      name: 'solid-badge',
      version: '1.0.0',
      type: 'module',
      exports: './server.js',
      peerDependencies: { 'solid-js': '^1.9.0' },
    }),
  )
  const compiled = transformSync(BADGE, {
    filename: 'badge.jsx',
    babelrc: false,
    configFile: false,
    presets: [[solid, { generate: 'ssr', hydratable: false }]],
  })
  writeFileSync(path('node_modules/solid-badge/server.js'), compiled?.code ?? '')
  const manifest = { name: 'fixture-app', private: true, type: 'module', dependencies: { 'solid-badge': '1.0.0' } }
  write('package.json', JSON.stringify(manifest))
}

test('the package is found among those of the app', () => {
  expect(notablePackages(app.root).components).toEqual(['solid-badge'])
})

test('a built server shows it', async () => {
  expect(await buildApp(app.root)).toMatchObject({ ok: true })
  const built = await startBuilt(app.root)
  try {
    expect(withoutMarks(await (await fetch(`${built.url}badge`)).text())).toContain(SHOWN)
  } finally {
    await built.stop()
  }
})

test('dev shows it', async () => {
  const dev = await startDev(app.root)
  try {
    expect(withoutMarks(await (await dev.fetch('/badge')).text())).toContain(SHOWN)
  } finally {
    await dev.stop()
  }
})
