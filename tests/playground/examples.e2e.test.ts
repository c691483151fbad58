import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFw } from '../cli/support/fixture.ts'
import { checkServerBundle } from '../structure/checks/loaded-files.ts'
import { printViolations } from '../structure/source-tree.ts'
import { BUILD_ENV, copyBuilt, FW, runFw, runNode } from './built-example.ts'
import { sweepClient } from './client-sweep.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const PLAYGROUND = join(REPOSITORY, 'playground')
// By its own path: three versions of TypeScript are installed.
const TSC = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
const data = mkdtempSync(join(tmpdir(), 'fw-examples-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const examples = readdirSync(PLAYGROUND).filter((name) => existsSync(join(PLAYGROUND, name, 'package.json')))

// In this order: the build writes the types that are checked, and the tests and the server load its output.
describe.each(examples)('the example %s', { timeout: 240_000 }, (name) => {
  let folder: string
  beforeAll(async () => {
    folder = await copyBuilt(name)
  }, 240_000)
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }))
  const env = { SESSION_SECRET: 'a secret of the tests, long enough to sign with', SHOP_DB: join(data, `${name}.db`) }

  it('CLI-03 builds, without the compiler in its server, and its types hold', async () => {
    const files = readdirSync(join(folder, 'dist/server'), { recursive: true, encoding: 'utf8' })
    const scripts = files.filter((path) => path.endsWith('.js'))
    expect(scripts).toContain('index.js')
    const bundle = scripts.map((path) => ({ path, text: readFileSync(join(folder, 'dist/server', path), 'utf8') }))
    expect(printViolations(checkServerBundle(bundle))).toEqual([])
    await runNode([TSC, '-p', '.'], folder, env)
  })

  it('gives browsers no server code, no environment value and no local path', () => {
    const secrets = { ...BUILD_ENV, PATH: process.env.PATH ?? '', 'the path of the repository': REPOSITORY }
    expect(sweepClient({ root: folder, secrets })).toEqual([])
  })

  it('CLI-08 passes its own tests', async () => {
    expect(readManifest(folder).devDependencies).toHaveProperty('vitest')
    expect(await runFw(['test', '--reporter=json'], folder, env)).toMatch(
      /"numPassedTests":[1-9]\d*,"numFailedTests":0/,
    )
  })

  it('CLI-06 CLI-14 starts, and passes its own scenarios', async () => {
    if (isStatic(folder)) {
      // It has no tools for a scenario.
      const running = await startFw(folder, ['start', '--port', '0'], env)
      expect((await fetch(running.url)).status).toBe(200)
      await running.stop('SIGTERM')
      return
    }
    const started = ['eval', '--start', `"${process.execPath}" "${FW}" start`, '--json']
    const { stdout } = await runNode([FW, ...started], folder, env)
    const report = JSON.parse(stdout) as { ok: boolean; scenarios: unknown[] }
    expect(report.ok).toBe(true)
    expect(report.scenarios.length).toBeGreaterThan(0)
    expect(existsSync(join(folder, '.fw/eval.schema.json'))).toBe(true)
  })
})

interface Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // ours
}

/** The build consists of files only. */
function isStatic(folder: string): boolean {
  return existsSync(join(folder, 'dist/static.json'))
}
