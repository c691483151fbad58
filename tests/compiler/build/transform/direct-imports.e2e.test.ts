/**
 * Imports from the entry point of a package without side effects load only the modules that define the names, on the server and
 * in browsers, in a build and in dev. A package that states nothing keeps its entry point.
 */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../browser/chromium.ts'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from '../app-copy.ts'

const mark = (name: string) => `export default (props) => <i class="${name}">{props.children}</i>\n`
const manifest = (name: string, more: object) =>
  JSON.stringify({
    name,
    version: '1.0.0',
    type: 'module',
    exports: { '.': { solid: './index.jsx' } },
    peerDependencies: { 'solid-js': '^1.9.0' },
    ...more,
  })
const FILES = {
  'node_modules/many-marks/package.json': manifest('many-marks', { sideEffects: false }),
  'node_modules/many-marks/index.jsx': `import * as marks from './marks/index.js'
import { default as Base } from './base.jsx'
export * from './marks/index.js'
export { marks, Base }
export const version = 'one'
`,
  'node_modules/many-marks/base.jsx': mark('base'),
  'node_modules/many-marks/marks/index.js': `export { default as Sun, default as "sun mark" } from './sun.jsx'
export { default as Broken } from './broken.jsx'
`,
  'node_modules/many-marks/marks/sun.jsx': mark('sun'),
  // A module that is loaded fails the build, and the page.
  'node_modules/many-marks/marks/broken.jsx': 'export default () => <i class=\n',
  'node_modules/wide-marks/package.json': manifest('wide-marks', {}),
  'node_modules/wide-marks/index.jsx': `import './register.js'\nexport { default as Moon } from './moon.jsx'\n`,
  'node_modules/wide-marks/register.js': "globalThis.wideMarks = 'registered'\n",
  'node_modules/wide-marks/moon.jsx': mark('moon'),
  'src/marks.tsx': `import {
  Base,
  Sun as Star,
} from 'many-marks'
import { createSignal } from 'solid-js'
import { Moon } from 'wide-marks'

export function Marks() {
  const [count, setCount] = createSignal(0)
  return (
    <button onClick={() => setCount(count() + 1)}>
      <Star>{count()}</Star> <Base>b</Base> <Moon>{String(Reflect.get(globalThis, 'wideMarks'))}</Moon>
    </button>
  )
}
`,
  'src/routes/marks.tsx': `import { Sun } from 'many-marks'
import { Marks } from '../marks.tsx'
export default () => <main><Sun>page</Sun><Marks /></main>
`,
}

let app: AppCopy
beforeAll(() => {
  app = copyFixture()
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
  rmSync(app.path('node_modules'))
  mkdirSync(app.path('node_modules'))
  for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(app.root, 'node_modules', name))
  for (const folder of ['many-marks/marks', 'wide-marks']) app.makeFolder(`node_modules/${folder}`)
  for (const [file, text] of Object.entries(FILES)) app.write(file, text)
  const dependencies = { 'many-marks': '1.0.0', 'wide-marks': '1.0.0' }
  app.write('package.json', JSON.stringify({ name: 'fixture-app', private: true, type: 'module', dependencies }))
})
afterAll(() => app.remove())

async function useMarks(url: string): Promise<void> {
  const html = await (await fetch(url)).text()
  expect(html).toMatch(/<i class="sun"[^>]*>page<\/i>/)
  expect(html).toMatch(/<i [^>]*class="moon"[^>]*>(?:<!--\$-->)?registered/)
  const chromium = await launchChromium()
  try {
    const { page, logs, requests } = await chromium.open(url)
    await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
    await page.locator('button').click()
    await expect.poll(() => page.locator('button').textContent()).toBe('1 b registered')
    expect(logs.filter((line) => /^(?:error|warning)/.test(line))).toEqual([])
    expect(requests.filter((path) => /many-marks\/(?:index|marks\/index|marks\/broken)/.test(path))).toEqual([])
  } finally {
    await chromium.close()
  }
}

test('a build', async () => {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const built = await startBuilt(app.root)
  try {
    await useMarks(`${built.url}marks`)
  } finally {
    await built.stop()
  }
})

test('dev', async () => {
  const dev = await startDev(app.root)
  try {
    await useMarks(new URL('/marks', dev.url).href)
  } finally {
    await dev.stop()
  }
})
