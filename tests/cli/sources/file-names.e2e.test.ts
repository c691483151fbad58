/** Names of files with characters that have a meaning in URLs: they are served, or a diagnostic names them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../../browser/chromium.ts'
import type { Running } from '../support/fixture.ts'
import { type WrittenApp, writeApp } from '../support/written-app.ts'

const NAMES = ['a b', '50%', '100%25', 'what?', 'c#']

const componentOf = (title: string) => `import { createSignal } from 'solid-js'

export function Counter() {
  const [count, setCount] = createSignal(0)
  return <button type="button" onClick={() => setCount(count() + 1)}>${title} {count()}</button>
}
`
const pageOf = (title: string, from: string) => `import { Counter } from '${from}'

export const meta = { title: '${title}' }
export default () => <main><Counter /></main>
`

let chromium: Chromium
let app: WrittenApp
let server: Running
beforeAll(async () => {
  chromium = await launchChromium()
  app = writeApp({
    ...Object.fromEntries(NAMES.map((name) => [`public/${name}.txt`, name])),
    'src/parts/a b.tsx': componentOf('a b'),
    'src/routes/one.tsx': pageOf('One', '../parts/a b.tsx'),
    'src/routes/a b.tsx': 'export const meta = { title: "x" }\nexport default () => <main>a b</main>\n',
    'src/routes/50%.tsx': 'export const meta = { title: "x" }\nexport default () => <main>50%</main>\n',
  })
}, 120_000)
afterAll(async () => {
  app.remove()
  await chromium.close()
})

describe.each(['start', 'dev'] as const)('with fw %s', (command) => {
  beforeAll(async () => {
    server = await app[command]()
  }, 120_000)
  afterAll(() => server.stop('SIGTERM').then(() => undefined))

  it.each(NAMES)('serves public/%s.txt', async (name) => {
    const response = await fetch(new URL(`/${encodeURIComponent(name)}.txt`, server.url))
    expect([response.status, await response.text()]).toEqual([200, name])
  })

  it.each(['a b', '50%'])('serves the page src/routes/%s.tsx', async (name) => {
    const response = await fetch(new URL(`/${encodeURIComponent(name)}`, server.url))
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`<main>${name}</main>`)])
  })

  it('hydrates the island of a file with a space in its name', async () => {
    const { page } = await chromium.open(new URL('/one', server.url).href)
    page.setDefaultTimeout(8000)
    await page.getByRole('button', { name: 'a b 0' }).click()
    await page.getByRole('button', { name: 'a b 1' }).waitFor()
    await page.close()
  })
})

it.each(['what?', 'c#', '50%'])('fw check and fw build report src/parts/%s.tsx', async (name) => {
  app.write(`src/parts/${name}.tsx`, componentOf(name))
  for (const command of ['check', 'build']) {
    const { code, stdout, stderr } = await app.fw(command)
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(`src/parts/${name}.tsx:1:1 error file-name`)])
  }
  rmSync(join(app.root, `src/parts/${name}.tsx`))
})
