import { mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AppCopy, type BuildOutcome, buildApp, copyFixture } from './app-copy.ts'

/** The steps of a build that bundles. */
const ALL = ['check', 'emit', 'client', 'server']

describe('a build of an app that has been built before', () => {
  let app: AppCopy
  let first: BuildOutcome
  beforeAll(async () => {
    app = copyFixture()
    app.write('src/components/card.css', '.card { background: url(./dot.svg) }\n')
    app.write('src/components/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    app.write('src/styles.css', "@import './components/card.css';\n")
    first = await buildApp(app.root)
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(() => app.remove())

  const build = async (): Promise<readonly string[]> => {
    const outcome = await buildApp(app.root)
    expect(outcome.ok, outcome.log).toBe(true)
    return readSteps(outcome)
  }

  test('verifies its files and bundles nothing, with the same report and a newer bundle', async () => {
    expect(readSteps(first)).toEqual(ALL)
    const files = app.list('dist').map((file) => [file, app.read(`dist/${file}`)])
    const before = statSync(app.path('dist/server/index.js')).mtimeMs
    const second = await buildApp(app.root)
    expect(readSteps(second)).toEqual(['verify'])
    expect(second.log).toContain('dist/ is up to date')
    const { changes, ...analysis } = second.answer.analysis as Record<string, unknown>
    expect({ analysis }).toEqual({ analysis: first.answer.analysis })
    expect(changes).toMatchObject({ sizes: [] })
    expect(app.list('dist').map((file) => [file, app.read(`dist/${file}`)])).toEqual(files)
    // `fw start` and `fw run` compare its time with those of the sources.
    expect(statSync(app.path('dist/server/index.js')).mtimeMs).toBeGreaterThan(before)
  })

  const CHANGES: readonly (readonly [kind: string, change: () => void])[] = [
    ['a page', () => app.edit('src/routes/about.tsx', 'About', 'About us')],
    [
      'an image of a stylesheet',
      () => app.write('src/components/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg" id="a"/>'),
    ],
    ['a published file', () => app.write('public/hello.txt', 'another file\n')],
    ['the files of the app', () => app.write('src/routes/new.tsx', 'export default () => <p>new</p>\n')],
    ['the configuration', () => app.edit('fw.config.ts', 'title:', "description: 'Changed.', title:")],
    ['the output', () => app.write('dist/client/hello.txt', 'tampered')],
    ['a generated file', () => app.write('.fw/server.js', '')],
  ]
  test.each(CHANGES)('bundles again after a change of %s', async (_kind, change) => {
    change()
    expect(await build()).toEqual(ALL)
    expect(app.read('dist/client/hello.txt')).not.toBe('tampered')
    expect(await build()).toEqual(['verify'])
  })

  test('bundles again for another value of a variable that Vite exposes', async () => {
    vi.stubEnv('VITE_FW_TEST', '1')
    expect(await build()).toEqual(ALL)
  })

  test('runs a configuration that reads a variable, and bundles again if the value differs', async () => {
    app.write('fw.config.ts', "export default { title: process.env.FW_TEST_TITLE ?? 'none' }\n")
    await build()
    expect(await build()).toEqual(['verify'])
    vi.stubEnv('FW_TEST_TITLE', 'Another title')
    expect(await build()).toEqual(ALL)
  })

  test('bundles again after a change of a file of an installed stylesheet', async () => {
    installModules(app)
    app.makeFolder('node_modules/plain-styles')
    app.write('node_modules/plain-styles/package.json', '{"name":"plain-styles","version":"1.0.0"}')
    app.write('node_modules/plain-styles/all.css', "@import './part.css';\n.plain { background: url(./dot.svg) }\n")
    app.write('node_modules/plain-styles/part.css', '.part { color: #010203 }\n')
    app.write('node_modules/plain-styles/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    app.write('src/styles.css', "@import 'plain-styles/all.css';\n")
    await build()
    expect(await build()).toEqual(['verify'])
    app.write('node_modules/plain-styles/part.css', '.part { color: #040506 }\n')
    expect(await build()).toEqual(ALL)
    app.write('node_modules/plain-styles/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg" id="b"/>')
    expect(await build()).toEqual(ALL)
  })

  test('logs the warnings of the check again', async () => {
    app.write('src/routes/broken-link.tsx', 'export default () => <a href="/missing-page">broken</a>\n')
    const [before, after] = [await buildApp(app.root), await buildApp(app.root)]
    expect(before.log).toContain('/missing-page')
    expect(readSteps(after)).toEqual(['verify'])
    expect(after.log).toContain('/missing-page')
  })
})

/** Gives the app its own folder of packages, with links to those of the repository. */
function installModules({ path }: AppCopy): void {
  const modules = realpathSync(path('node_modules'))
  rmSync(path('node_modules'))
  mkdirSync(path('node_modules'))
  for (const name of readdirSync(modules).filter((one) => !one.startsWith('.')))
    symlinkSync(join(modules, name), path(`node_modules/${name}`))
}

function readSteps({ answer }: BuildOutcome): readonly string[] {
  return (answer.steps as { name: string }[]).map(({ name }) => name)
}
