import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type AppCopy, copyFixture, type DevProcess, startDev } from './app-copy.ts'

const REFUSES = "export default () => new Response('refused', { status: 403 })\n"

async function startWith(file: string, text: string): Promise<readonly [AppCopy, DevProcess]> {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  app.makeFolder(file.slice(0, file.lastIndexOf('/')))
  app.write(file, text)
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  return [app, dev]
}

test('a middleware without a default export: no page is served without it, from the first request on', async () => {
  const [app, dev] = await startWith('src/middleware.ts', REFUSES.replace('default () =>', 'const middleware = () =>'))
  for (const path of ['/about', '/', '/_fw/api/notes.list', '/_fw/mcp']) {
    const response = await dev.fetch(path, { headers: { accept: 'text/html' } })
    expect([path, response.status, await response.text()]).toEqual([
      path,
      500,
      expect.stringContaining("src/middleware.ts has no default export, so the framework can't use it."),
    ])
  }
  app.write('src/middleware.ts', REFUSES)
  await dev.until('/about', (text, status) => status === 403 && text === 'refused')
  app.write('src/middleware.ts', 'export {}\n')
  await dev.until('/about', (_text, status) => status === 500)
})

test('a middleware at a path that is not read: the same, until it is moved', async () => {
  const [app, dev] = await startWith('src/middleware/index.ts', REFUSES)
  const response = await dev.fetch('/about')
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('src/middleware/index.ts is ignored, because the framework looks for src/middleware.ts.'),
  ])
  rmSync(app.path('src/middleware'), { recursive: true })
  app.write('src/middleware.ts', REFUSES)
  await dev.until('/about', (text, status) => status === 403 && text === 'refused')
  rmSync(app.path('src/middleware.ts'))
  await dev.until('/about', (_text, status) => status === 200)
  app.write('middleware.ts', REFUSES)
  await dev.until('/about', (_text, status) => status === 500)
})
