import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type AppCopy, copyApp, startFw } from './support/fixture.ts'

/** Copies an app of one public page. */
function copyOpenApp(): AppCopy {
  const app = copyApp('conventions')
  onTestFinished(() => app.remove())
  for (const file of ['package.json', 'src']) rmSync(join(app.root, file), { recursive: true })
  write(app, 'package.json', '{ "type": "module" }')
  write(app, 'src/routes/index.tsx', 'export default () => <p>Open</p>\n')
  return app
}

function write(app: AppCopy, file: string, text: string): void {
  mkdirSync(dirname(join(app.root, file)), { recursive: true })
  writeFileSync(join(app.root, file), text)
}

/** Expects that no command builds or serves the app, and that each reports all problems. */
async function expectRefused(app: AppCopy, problems: readonly string[]): Promise<void> {
  const checked = await app.fw('check')
  const built = await app.fw('build')
  const running = await startFw(app.root, ['dev', '--port', '0'])
  const page = await fetch(running.url, { headers: { accept: 'text/html' } })
  const body = (await page.text()).replaceAll('&#39;', "'")
  await running.stop('SIGTERM')
  expect([checked.code, built.code, page.status]).toEqual([1, 1, 500])
  for (const problem of problems)
    for (const output of [checked.stdout, built.stderr, body]) expect(output).toContain(problem)
}

it('an app whose configuration and hooks have names that are not read is not built and not served', async () => {
  const app = copyOpenApp()
  // The second build has the cache of the first one.
  expect((await app.fw('build')).code).toBe(0)
  write(app, 'fw.config.mts', "export default { mcpAuth: { token: 'a-token-of-at-least-16' }, csp: true }\n")
  write(app, 'src/hooks/index.ts', "export * from './bearer.ts'\n")
  write(app, 'src/hooks/bearer.ts', "export const verifyBearer = async (token: string) => token === 'secret'\n")
  await expectRefused(app, [
    'fw.config.mts is ignored, because the framework looks for fw.config.ts.',
    'src/hooks/index.ts is ignored, because the framework looks for src/hooks.ts.',
  ])
})

it('an app whose middleware and configuration are links to missing files is not built and not served', async () => {
  const app = copyOpenApp()
  expect((await app.fw('build')).code).toBe(0)
  symlinkSync('missing/middleware.ts', join(app.root, 'src/middleware.ts'))
  symlinkSync('missing/fw.config.ts', join(app.root, 'fw.config.ts'))
  await expectRefused(app, [
    "src/middleware.ts can't be read, because it is a link to a file that doesn't exist.",
    "fw.config.ts can't be read, because it is a link to a file that doesn't exist.",
  ])
})
