/** A build of an app whose packages are installed as pnpm installs them: it has only the packages that it depends on. */
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeApp } from '../support/written-app.ts'

const app = writeApp({
  'src/routes/index.tsx': "export const meta = { title: 'Notes' }\n\nexport default () => <h1>Notes</h1>\n",
  'src/server/notes.api.ts': [
    "import { api } from '@fw/runtime'",
    '',
    '/** Deletes all notes. */',
    "export const clear = api({ guard: 'confirm', run: async () => ({ deleted: 0 }) })",
    '',
  ].join('\n'),
})
const installed = realpathSync(join(app.root, 'node_modules'))
rmSync(join(app.root, 'node_modules'))
for (const name of ['@fw/cli', '@fw/runtime', 'solid-js']) {
  const link = join(app.root, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(installed, name), link)
}
afterAll(() => app.remove())

test('its server stores proposals, with the native package of the runtime', { timeout: 120_000 }, async () => {
  const server = await app.start()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'notes__clear', arguments: {} } }
  const response = await fetch(new URL('_fw/mcp', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call),
  })
  expect(await response.json()).toMatchObject({ result: { structuredContent: { status: 'proposal' } } })
  await server.stop('SIGTERM')
  // By a path that is the same wherever the app and its packages are.
  const folder = join(app.root, 'dist/server')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  expect(code).toMatch(/import\("\.[^"]*\/libsql\/index\.js"\)/)
})
