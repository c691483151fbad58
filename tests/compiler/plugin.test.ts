import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fw } from '../../compiler/src/plugin.ts'
import { type AppCopy, copyFixture, startBuilt } from './build/app-copy.ts'

function vite(app: AppCopy): { status: number | null; stderr: string } {
  const script = fileURLToPath(new URL('./run-vite.mjs', import.meta.url))
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  return spawnSync(process.execPath, [script, app.root], { env, encoding: 'utf8' })
}

test('CFG-01 a Vite build with the plugin builds the same app as fw build, and its options override fw.config.ts', async () => {
  const app = copyFixture()
  const { status, stderr } = vite(app)
  expect(status, stderr).toBe(0)
  const { url, stop } = await startBuilt(app.root)
  const page = await (await fetch(new URL('items/7', url))).text()
  expect(page).toContain('<title id="fw-title">Title of the plugin</title>')
  expect(page).toContain('Item 7')
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await (await fetch(url)).text()) ?? []
  expect((await fetch(new URL(script, url))).status).toBe(200)
  await stop()
  app.remove()
}, 60_000)

test('API-19 a re-export stops it with the finding, before anything is written', () => {
  const app = copyFixture()
  app.write(
    'src/server/notes.api.ts',
    `${app.read('src/server/notes.api.ts')}\nexport { readNotes } from './notes.ts'\n`,
  )
  const { status, stderr } = vite(app)
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/src\/server\/notes\.api\.ts:\d+:\d+/)
  expect(stderr).toContain("export { readNotes } from './notes.ts'")
  expect(existsSync(app.path('dist'))).toBe(false)
  expect(app.list('.fw').filter((file) => !file.startsWith('cache/'))).toEqual([])
  app.remove()
}, 60_000)

test("CFG-09 a feed can't be an option of the plugin, since its options are written into the bundle", async () => {
  const config = fw({ feed: { items: () => [] } })[0]?.config
  const configure = typeof config === 'function' ? config : config?.handler
  // The hook reads nothing of its context.
  await expect(async () => configure?.call({} as never, {}, { command: 'build', mode: 'production' })).rejects.toThrow(
    'feed holds a function, which the plugin cannot write into the bundle. Export it from src/feed.ts.',
  )
})

test('other plugins of the configuration apply too, and the field vite of fw.config.ts has to move there', async () => {
  const app = copyFixture()
  app.write(
    'src/icons.d.ts',
    "declare module '~icons/*' {\n  const Icon: () => import('solid-js').JSX.Element\n  export default Icon\n}\n",
  )
  app.edit('src/components/counter.tsx', 'import', "import Plus from '~icons/mdi-light/plus'\nimport")
  app.edit('src/components/counter.tsx', '</button>', '<Plus /></button>')
  const { status, stderr } = vite(app)
  expect(status, stderr).toBe(0)
  const { url, stop } = await startBuilt(app.root)
  expect(await (await fetch(url)).text()).toMatch(/<svg [^>]*><path fill="currentColor"/)
  await stop()
  app.write('fw.config.ts', "export default { vite: { define: { __STAMP__: '1' } } }\n")
  expect(vite(app).stderr).toContain('With "vite build", the options of Vite are those of vite.config.ts.')
  app.remove()
}, 60_000)
