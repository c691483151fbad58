import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp, type Outcome, type Running, runFw, startFw } from './support/fixture.ts'

describe('an app that package.json configures', () => {
  let app: AppCopy
  let built: Outcome
  let running: Running
  beforeAll(async () => {
    app = copyApp('conventions')
    built = await runFw(app.root, ['build'])
    if (built.code !== 0) throw new Error(built.stderr)
    running = await startFw(app.root, ['start', '--port', '0'])
  })
  afterAll(async () => {
    await running?.stop('SIGTERM')
    app.remove()
  })

  const text = async (path: string) => {
    const response = await fetch(new URL(path, running.url))
    return [response.status, await response.text()] as const
  }

  it('CNV-20 is configured this way, and the build names the right place', async () => {
    expect(built.stderr).toContain('package.json:5:3')
    expect(built.stderr).toContain(
      'The field "fw" of package.json is deprecated. Move it to fw.config.ts: export default defineConfig({ … }).',
    )
    expect((await text('/'))[1]).toContain('>Of package.json</title>')
  })

  it('CFG-16 CFG-17 has pages and apis in the folders that it names', async () => {
    expect((await text('/'))[1]).toContain('<p>Home</p>')
    const called = await fetch(new URL('/_fw/api/clock.hour', running.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"minutes":150}',
    })
    expect(await called.json()).toEqual({ ok: true, result: { hour: 2 } })
  })

  it('CNV-08 SRV-05 SRV-06 runs src/middleware.ts first, and sends its response', async () => {
    expect(await text('/closed')).toEqual([403, 'Closed by the middleware'])
    expect(await text('/%63losed')).toEqual([403, 'Closed by the middleware'])
  })

  it('CNV-09 SRV-02 RTE-09 takes the matchers of route files from the exports of src/matchers.ts', async () => {
    expect((await text('/numbers/12'))[1]).toContain('<p>Even: 12</p>')
    expect((await text('/numbers/13'))[1]).toContain('<a href="/numbers/26">Not even</a>')
    expect((await text('/large'))[1]).toContain('<p>Pieces: 10</p>')
    expect((await text('/huge'))[0]).toBe(404)
  })

  it('CNV-09 types parameters by them', async () => {
    const { code, stdout } = await runFw(app.root, ['check'])
    expect(stdout).not.toContain('error')
    expect(code).toBe(0)
  })
})

it('a link to a page that does not exist fails the type check of the app, with its place', async () => {
  const app = copyApp('conventions')
  const page =
    "import { href } from '@fw/runtime'\n\nexport default () => <a href={href('/nubmers/[n]', { n: 1 })}>x</a>\n"
  writeFileSync(join(app.root, 'src/pages/wrong.tsx'), page)
  const built = await app.fw('build')
  const tsc = join(app.root, 'node_modules/@typescript/native/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', app.root], { cwd: app.root, encoding: 'utf8' })
  const types = app.read('.fw/types/register.d.ts')
  app.remove()
  expect(built.code).toBe(0)
  expect(types).toContain('| "/numbers/[n=even]"')
  expect(stdout.trim()).toMatch(/^src\/pages\/wrong\.tsx\(3,\d+\): error TS2345: [^\n]*nubmers[^\n]*$/m)
  expect(stdout.match(/error TS/g)).toHaveLength(1)
  expect(status).not.toBe(0)
})

describe('a configuration beside it', () => {
  it('CNV-21 fw.config.ts wins as a whole, and the check reports that the field is not read', async () => {
    const app = copyApp('conventions')
    writeFileSync(
      join(app.root, 'fw.config.ts'),
      "export default { title: 'Of the file', routesDir: './src/pages/', serverDir: 'src/none' }\n",
    )
    const { code, stdout } = await app.fw('check')
    expect(code).toBe(0)
    expect(stdout).toContain(
      'The field "fw" of package.json is ignored, because fw.config.ts exists. Remove the field.',
    )
    expect((await app.fw('build')).code).toBe(0)
    const running = await startFw(app.root, ['start', '--port', '0'])
    const page = await (await fetch(running.url)).text()
    const called = await fetch(new URL('/_fw/api/clock.hour', running.url), { method: 'POST', body: '{}' })
    await running.stop('SIGTERM')
    app.remove()
    expect(page).toContain('>Of the file</title>')
    expect(page).toContain('<p>Home</p>')
    expect(called.status).toBe(404)
  })

  it.each([
    ['"Title"', 'must be an object.'],
    ['{ "sitUrl": "https://notes.example" }', 'sitUrl is not a field of "fw" of package.json. Did you mean siteUrl?'],
  ])('CNV-20 its content is checked like the file: %s', async (value, problem) => {
    const app = copyApp('conventions')
    writeFileSync(join(app.root, 'package.json'), `{ "type": "module", "fw": ${value} }`)
    const { code, stderr } = await app.fw('build')
    const checked = await app.fw('check')
    app.remove()
    expect(code).toBe(1)
    expect(stderr).toContain(problem)
    expect(checked.code).toBe(1)
    expect(checked.stdout).toContain('config-invalid')
  })
})

it('CNV-01 CFG-02 CFG-18 an app of one page and nothing else builds, starts and sends no script', async () => {
  const app = copyApp('conventions')
  for (const file of ['package.json', 'src/middleware.ts', 'src/api', 'src/pages', 'src/matchers.ts'])
    rmSync(join(app.root, file), { recursive: true })
  writeFileSync(join(app.root, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(app.root, 'src/routes'), { recursive: true })
  writeFileSync(join(app.root, 'src/routes/index.tsx'), 'export default () => <p>Alone</p>\n')
  expect((await app.fw('build')).code).toBe(0)
  const running = await startFw(app.root, ['start', '--port', '0'])
  const page = await (await fetch(running.url)).text()
  await running.stop('SIGTERM')
  app.remove()
  expect(page).toContain('<p>Alone</p>')
  expect(page).not.toContain('<script')
})
