/** A live page without islands, as the build and `fw dev` serve it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalysisReport } from '../../../compiler/src/report/analysis-report.ts'
import { buildApp, startBuilt, startDev } from '../../compiler/build/app-copy.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const FILES = {
  'package.json': '{ "name": "board", "private": true, "type": "module" }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "target": "esnext", "module": "nodenext", "strict": true, "noEmit": true, "allowImportingTsExtensions": true, "jsx": "preserve", "jsxImportSource": "solid-js", "types": [] }, "include": ["src"] }\n',
  'src/server/cards.api.ts': `import { api, type Call } from '@fw/runtime'

const cards: string[] = ['Tea']

/** Reads the titles of what is on the board now. */
export const list = api({ access: 'public', readonly: true, tags: ['cards'], run: () => cards })

/** Puts a title on the board. */
export const add = api({
  access: 'public',
  invalidates: ['cards'],
  run: ({ input }: Call<{ title: string }>) => cards.push(input.title),
})
`,
  'src/routes/index.tsx': `import { list } from '../server/cards.api.ts'
export const meta = { title: 'Cards' }
export const live = true
export default async () => <p>{(await list()).join(', ')}</p>
`,
  'src/routes/part.tsx': `import { Live } from '@fw/runtime'
import { list } from '../server/cards.api.ts'
export const meta = { title: 'Part' }
export default async () => {
  const cards = await list()
  return <main><h1>{cards.length}</h1><Live><p>{cards.join(', ')}</p></Live></main>
}
`,
  'src/routes/still.tsx': `export const meta = { title: 'Still' }
export default () => <p>still</p>
`,
}

let root = ''
let chromium: Chromium
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-live-')))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  symlinkSync(MODULES, join(root, 'node_modules'))
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  rmSync(root, { recursive: true, force: true })
})

/** Opens the page, adds a card from elsewhere, and waits until the page shows it. */
async function expectLive(url: string, path: string, title: string) {
  const { page, requests, logs } = await chromium.open('about:blank')
  const streaming = page.waitForResponse((response) => response.url().endsWith('/_fw/live'))
  await Promise.all([streaming, page.goto(`${url}${path}`)])
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const added = await fetch(`${url}_fw/api/cards.add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  })
  expect(added.status).toBe(200)
  await page.getByText(title).waitFor()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  // The app has no icon.
  expect(logs.filter((line) => line.startsWith('error') && !line.includes('404'))).toEqual([])
  await page.close()
  return requests
}

test('the build has one script for live pages, which only they load, and one for their first change', async () => {
  const { ok, answer, log } = await buildApp(root)
  expect(ok, log).toBe(true)
  const { routes } = answer.analysis as AnalysisReport // that of the build
  const sizes = Object.fromEntries(routes.map(({ pattern, scripts, js }) => [pattern, [scripts.length, js.brotli]]))
  expect(sizes).toEqual({ '/': [1, expect.any(Number)], '/part': [1, expect.any(Number)], '/still': [0, 0] })
  expect(sizes['/']?.[1]).toBeLessThanOrEqual(1.05 * 1024)
  const built = await startBuilt(root)
  try {
    const requests = await expectLive(built.url, '', 'Rice')
    expect(requests.filter((path) => path.startsWith('/assets/')).length).toBe(2)
    await expectLive(built.url, 'part', 'Salt')
    expect(await (await fetch(`${built.url}still`)).text()).not.toContain('<script')
  } finally {
    await built.stop()
  }
})

test('dev keeps live pages and regions current', async () => {
  const dev = await startDev(root)
  try {
    await dev.until('/part', (_, status) => status === 200)
    await expectLive(dev.url, 'part', 'Rice')
    await expectLive(dev.url, '', 'Salt')
  } finally {
    await dev.stop()
  }
})
