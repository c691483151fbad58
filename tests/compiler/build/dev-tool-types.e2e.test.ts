import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, copyFixture, startDev } from './app-copy.ts'

const SEARCH = `import { api, int, schema, str } from '@fw/runtime'
/** Searches by text, from a page on. */
export const find = api({ input: schema({ text: str(), page: int().default(1) }), run: ({ input }) => input })
`

const FILES = ['.fw/types/tools.d.ts', '.fw/tools.json']

test('fw dev writes the types and the list of tools that fw build writes, with the inputs of builders', {
  timeout: 120_000,
}, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  app.write('src/server/search.api.ts', SEARCH)
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const built = FILES.map(app.read)
  expect(built[1]).toContain('"text"')
  rmSync(app.path('.fw'), { recursive: true })
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  const written = () => FILES.map((file) => (app.list('.').includes(file) ? app.read(file) : ''))
  await expect.poll(written, { timeout: 60_000, interval: 250 }).toEqual(built)
  // An edit of the builder arrives too, without a request.
  app.edit('src/server/search.api.ts', 'text: str()', 'words: str()')
  await expect
    .poll(() => app.read('.fw/types/tools.d.ts'), { timeout: 30_000, interval: 250 })
    .toContain('words: string')
  expect(app.read('.fw/tools.json')).toContain('"words"')
})
