import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { startFw } from '../cli/support/fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const PLAYGROUND = join(REPOSITORY, 'playground')
const FW = join(REPOSITORY, 'cli/bin/fw.js')
// By its own path: three versions of TypeScript are installed.
const TSC = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
const data = mkdtempSync(join(tmpdir(), 'fw-examples-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const examples = readdirSync(PLAYGROUND).filter((name) => existsSync(join(PLAYGROUND, name, 'package.json')))

// Where they are, in this order: the build writes the types that are checked, and is what the tests and the server load.
describe.each(examples)('the example %s', { timeout: 240_000 }, (name) => {
  const folder = join(PLAYGROUND, name)
  const env = { SESSION_SECRET: 'a secret of the tests, long enough to sign with', SHOP_DB: join(data, `${name}.db`) }

  it('CLI-03 builds, and its types hold', async () => {
    await run(folder, [FW, 'build'], env)
    await run(folder, [TSC, '-p', '.'], env)
  })

  it('CLI-08 passes its own tests', async () => {
    expect(readManifest(folder).devDependencies).toHaveProperty('vitest')
    expect(await run(folder, [FW, 'test', '--reporter=json'], env)).toMatch(
      /"numPassedTests":[1-9]\d*,"numFailedTests":0/,
    )
  })

  it('CLI-06 CLI-14 starts, and passes its own scenarios', async () => {
    if (isStatic(folder)) {
      // It has no tools that a scenario could call.
      const running = await startFw(folder, ['start', '--port', '0'], env)
      expect((await fetch(running.url)).status).toBe(200)
      await running.stop('SIGTERM')
      return
    }
    const started = ['eval', '--start', `"${process.execPath}" "${FW}" start`, '--json']
    const report = JSON.parse(await run(folder, [FW, ...started], env)) as { ok: boolean; scenarios: unknown[] }
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

/** What was built is files alone. */
function isStatic(folder: string): boolean {
  return existsSync(join(folder, 'dist/static.json'))
}

/** What it wrote to stdout. Rejects with all that it wrote when it fails. */
function run(cwd: string, args: readonly string[], more: Readonly<Record<string, string>>): Promise<string> {
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, VITEST: _vitest, PORT: _port, ...env } = process.env
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.once('error', fail)
    child.once('close', (code) =>
      code === 0 ? done(stdout) : fail(new Error(`${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)),
    )
  })
}
