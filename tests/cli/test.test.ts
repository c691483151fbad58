import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRunner } from '../../cli/src/suite/runner.ts'
import { BUN } from '../servers/runtimes.ts'
import { runFw } from './support/fixture.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const CONFIG = fileURLToPath(new URL('../../cli/bin/vitest-config.js', import.meta.url))
let folder: string
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
/** Creates an app with this name and returns its folder. */
const app = (name: string, manifest: object, files: Readonly<Record<string, string>>) => {
  write(`${name}/package.json`, JSON.stringify({ name, type: 'module', ...manifest }))
  write(`${name}/src/routes/index.tsx`, '')
  for (const [file, text] of Object.entries(files)) write(`${name}/${file}`, text)
  return join(folder, name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-suites-'))
  app(
    'plain',
    {},
    {
      '.env': 'GREETING=hello',
      'b.test.ts': `import { expect, test } from 'bun:test'\ntest('hops', () => expect(1).toBe(1))\ntest('falls', () => expect(1).toBe(2))\n`,
      'a.test.mjs': `import { test } from 'node:test'\nimport { equal } from 'node:assert'\ntest('greets', () => equal(process.env.GREETING, 'hello'))\ntest('fails', () => equal(1, 2))\n`,
    },
  )
  app(
    'modern',
    { devDependencies: { vitest: '*' } },
    {
      'a.test.ts': `import { expect, test } from 'vitest'\ntest('adds', () => expect(1 + 1).toBe(2))\ntest('breaks', () => expect(1).toBe(2))\n`,
    },
  )
  symlinkSync(MODULES, join(folder, 'modern/node_modules'))
  app('bare', { devDependencies: { vitest: '*' } }, {})
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('fw test', () => {
  it('CLI-08 CLI-09 runs `node --test` with every argument as it is, in the folder of the app with its .env', async () => {
    const inside = join(folder, 'plain/src/routes')
    const passed = await runFw(inside, ['test', '--test-name-pattern=greets', '--test-reporter', 'tap', 'a.test.mjs'])
    expect(passed.stdout).toContain('ok 1 - greets')
    expect(passed.stdout).toContain('# fail 0')
    expect(passed.code).toBe(0)
    const failed = await runFw(inside, ['test', '--test-reporter', 'tap', 'a.test.mjs'])
    expect(failed.stdout).toMatch(/not ok 2 - fails[\s\S]*# fail 1/)
    expect(failed.code).toBe(1)
  })

  it('CLI-08 CLI-09 runs vitest if the app declares it, once, and exits with its exit code', async () => {
    const passed = await runFw(join(folder, 'modern'), ['test', '-t', 'adds', 'a.test.ts', '--reporter=verbose'], {
      NO_COLOR: '1',
    })
    expect(passed.stdout).toMatch(/✓.*adds/)
    expect(passed.stdout).toContain('1 passed | 1 skipped')
    expect(passed.code).toBe(0)
    const failed = await runFw(join(folder, 'modern'), ['test'])
    expect(failed.code).toBe(1)
  })

  it('CLI-08 CLI-09 runs `bun test` on Bun', () => {
    const fw = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
    const run = (...args: string[]) =>
      spawnSync(BUN, [fw, 'test', ...args], { cwd: join(folder, 'plain'), encoding: 'utf8' })
    const passed = run('-t', 'hops', 'b.test.ts')
    expect(passed.stderr).toContain('(pass) hops')
    expect(passed.status).toBe(0)
    expect(run('b.test.ts').status).toBe(1)
  })

  it('CLI-09 exits with the exit code of the runner, without a line of fw', async () => {
    const { code, stderr } = await runFw(join(folder, 'plain'), ['test', '--no-such-flag'])
    expect([code, stderr.trim()]).toEqual([9, expect.stringMatching(/^\S+: bad option: --no-such-flag$/)])
  })

  it('reports a package.json that is not JSON, and runs nothing', async () => {
    const root = join(folder, 'torn')
    mkdirSync(join(root, 'src/routes'), { recursive: true })
    writeFileSync(join(root, 'package.json'), '{ "devDependencies": { "vitest": "4"')
    const { code, stdout, stderr } = await runFw(root, ['test'])
    expect(stderr).toMatch(/^Failed: .*torn\/package\.json can't be read: .+\nFix the file, /m)
    expect([code, stdout]).toEqual([1, ''])
  })

  it('reports a runner that is not installed', async () => {
    const { code, stderr } = await runFw(join(folder, 'bare'), ['test'])
    expect(stderr).toContain('Failed: This app declares vitest, but vitest is not installed.')
    expect(code).toBe(1)
  })

  it('CLI-08 chooses by the runtime and by the dependencies of the app and its workspace', () => {
    const name = (...given: Parameters<typeof findRunner>) => findRunner(...given).name
    const plain = join(folder, 'plain')
    const modern = join(folder, 'modern')
    expect([name(plain, [], false), name(modern, [], false), name(modern, [], true)]).toEqual([
      'node --test',
      'vitest',
      'bun test',
    ])
    expect(name(join(modern, 'src/routes'), [], false)).toBe('vitest')
    expect(findRunner(modern, [], true).command).toEqual([process.execPath, 'test'])
    expect(findRunner(modern, ['a'], false).command.slice(2)).toEqual(['run', '--config', CONFIG])
    expect(findRunner(modern, ['--watch'], false).command.slice(2)).toEqual(['--config', CONFIG])
    expect(findRunner(modern, ['--config=own.ts'], false).command.slice(2)).toEqual(['run'])
  })
})
