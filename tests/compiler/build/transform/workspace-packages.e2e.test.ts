/** An app in a workspace that uses a linked package outside of its own folder: a component, and a file of the server. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { type Chromium, launchChromium } from '../../../browser/chromium.ts'
import { buildApp, startBuilt, startDev } from '../app-copy.ts'

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url))
const MARKER = 'marker-of-server-code'

const FILES = {
  'package.json': '{ "name": "acme", "private": true, "workspaces": ["apps/*", "packages/*"] }',
  'packages/ui/package.json':
    '{ "name": "@acme/ui", "private": true, "type": "module", "exports": { "./*": "./src/*" } }',
  'packages/ui/src/meter.tsx': `import { createSignal } from 'solid-js'

export function Meter(props: { measure(input: { text: string }): Promise<number> }) {
  const [length, setLength] = createSignal(0)
  return <button type="button" onClick={async () => setLength(await props.measure({ text: 'abc' }))}>{length()} letters</button>
}
`,
  'packages/ui/src/marker.server.ts': `export const marker = '${MARKER}'\n`,
  'apps/web/src/server/length.api.ts': `import { marker } from '@acme/ui/marker.server.ts'
import { api, type Call } from '@fw/runtime'

/** Returns the length of a text. */
export const measure = api({ run: async ({ input }: Call<{ text: string }>) => input.text.length + marker.length })
`,
  'apps/web/src/components/panel.tsx': `import { Meter } from '@acme/ui/meter.tsx'
import { createSignal } from 'solid-js'
import { measure } from '../server/length.api.ts'

export function Panel() {
  const [open, setOpen] = createSignal(true)
  return <section><button type="button" onClick={() => setOpen(!open())}>Toggle</button>{open() && <Meter measure={measure} />}</section>
}
`,
  'apps/web/src/routes/linked.tsx': `import { Panel } from '../components/panel.tsx'

export const meta = { title: 'Linked' }
export default function Linked() {
  return <Panel />
}
`,
}

let workspace: string
let chromium: Chromium
const app = () => join(workspace, 'apps/web')
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(workspace, file)), { recursive: true })
  writeFileSync(join(workspace, file), text)
}

beforeAll(async () => {
  chromium = await launchChromium()
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'fw-workspace-')))
  cpSync(fileURLToPath(new URL('../app', import.meta.url)), app(), {
    recursive: true,
    filter: (source) => !/[\\/](?:\.fw|dist)$/.test(source),
  })
  mkdirSync(join(workspace, 'node_modules/@acme'), { recursive: true })
  for (const name of readdirSync(join(REPOSITORY, 'node_modules')))
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(workspace, 'node_modules', name))
  symlinkSync('../../packages/ui', join(workspace, 'node_modules/@acme/ui'))
  for (const [file, text] of Object.entries(FILES)) write(file, text)
})
afterAll(async () => {
  await chromium.close()
  rmSync(workspace, { recursive: true, force: true })
})

/** Clicks the button of the package's component, which calls the api. */
async function useMeter(url: string): Promise<void> {
  const { page } = await chromium.open(new URL('/linked', url).href)
  const button = page.getByRole('button', { name: 'letters' })
  expect(await button.textContent()).toContain('0 letters')
  await page.locator('fw-island[ok]').first().waitFor()
  await button.click()
  await page.getByRole('button', { name: `${3 + MARKER.length} letters` }).waitFor()
  await page.close()
}

test('the check accepts it', async () => {
  const { diagnostics } = await check({ root: app() })
  expect(diagnostics).toEqual([])
})

test('a build renders and hydrates the component in an island of the app, without code of the server for browsers', {
  timeout: 60_000,
}, async () => {
  const { ok, log } = await buildApp(app())
  expect(ok, log).toBe(true)
  const files = readdirSync(join(app(), 'dist/client'), { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile()))
    expect(readFileSync(join(file.parentPath, file.name), 'utf8'), file.name).not.toContain(MARKER)
  const built = await startBuilt(app())
  onTestFinished(() => built.stop().then(() => undefined))
  await useMeter(built.url)
})

test('fw dev renders and hydrates it too, and sends no code of the server', { timeout: 60_000 }, async () => {
  const dev = await startDev(app())
  onTestFinished(() => dev.stop())
  await dev.until('/linked', (_text, status) => status === 200)
  await useMeter(dev.url)
  const file = `/@fs${workspace}/packages/ui/src/marker.server.ts`
  for (const path of [file, `${file}?raw`]) expect(await (await dev.fetch(path)).text()).not.toContain(MARKER)
})

test('a build fails if a component imports a server file of the package', { timeout: 60_000 }, async () => {
  const panel = FILES['apps/web/src/components/panel.tsx']
  onTestFinished(() => write('apps/web/src/components/panel.tsx', panel))
  write(
    'apps/web/src/components/panel.tsx',
    `import { marker } from '@acme/ui/marker.server.ts'\n${panel.replace('Toggle', '{marker}')}`,
  )
  const { ok, log, answer } = await buildApp(app())
  expect([ok, log + JSON.stringify(answer)]).toEqual([
    false,
    expect.stringContaining('which is a server module by its name'),
  ])
})
