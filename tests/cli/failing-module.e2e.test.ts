/** A module that throws while the app loads: each command reports it once, with its file, its line and the error. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from './support/fixture.ts'
import { type WrittenApp, writeApp } from './support/written-app.ts'

const RATES = `export const rates: Record<string, number> = readRates()

function readRates(): Record<string, number> {
  throw new Error('RATES_FILE is not set')
}
`
const FILES = {
  'fw.config.ts': 'export default {}\n',
  'src/lib/rates.ts': RATES,
  'src/routes/index.tsx': "export const meta = { title: 'Home' }\nexport default () => <p>Home</p>\n",
  'src/server/shop.api.ts': `import { api } from '@fw/runtime'
import { rates } from '../lib/rates.ts'

export const currencies = api({
  description: 'Returns the codes that have a rate today.',
  eager: true,
  run: async () => Object.keys(rates),
})
`,
  'evals/rates.eval.json': JSON.stringify({ name: 'rates', steps: [{ tool: 'api.shop.currencies' }] }),
}

let app: WrittenApp
beforeAll(() => {
  app = writeApp(FILES)
})
afterAll(() => app.remove())

const SLOW = { timeout: 180_000 }
const COMMANDS = [['verify'], ['run', 'shop.currencies'], ['eval']] as const

function expectDiagnostic({ code, stdout, stderr }: Outcome, place: string, error: string): void {
  const all = stdout + stderr
  expect(all).toContain(`Failed: The app cannot be loaded.\n${place} error failing-module:`)
  expect(all).toContain(error)
  expect([all.split('error failing-module:').length, code]).toEqual([2, 1])
  expect(all).not.toMatch(/Unexpected:|please report|\n\s+at /)
}

const PLACE = 'src/lib/rates.ts:4:9'
const ERROR = 'this code threw "Error: RATES_FILE is not set"'
const FRAME = "> 4 |   throw new Error('RATES_FILE is not set')"

describe('a module that throws while the app loads', SLOW, () => {
  it.each(COMMANDS.map((args) => [args[0], args] as const))('is a diagnostic of fw %s', async (_, args) => {
    const outcome = await app.fw(...args)
    expectDiagnostic(outcome, PLACE, ERROR)
    expect(outcome.stderr).toContain(FRAME)
  })

  it('is named by fw info, which prints the rest', async () => {
    const { code, stdout } = await app.fw('info')
    expect(code).toBe(0)
    expect(stdout).toContain(`${PLACE} error failing-module:`)
  })

  it('has the line of the app in a stack that begins in the standard library', async () => {
    app.write('src/lib/rates.ts', "export const rates: Record<string, number> = JSON.parse('{')\n")
    expectDiagnostic(await app.fw('verify'), 'src/lib/rates.ts:1:51', 'threw "SyntaxError: ')
    app.write('src/lib/rates.ts', RATES)
  })

  it('names the import of a package that throws', async () => {
    const folder = 'node_modules/rates-client'
    app.write(`${folder}/package.json`, JSON.stringify({ name: 'rates-client', type: 'module', exports: './index.js' }))
    app.write(`${folder}/index.js`, "throw new Error('RATES_KEY is missing')\n")
    app.write(`${folder}/index.d.ts`, '')
    app.write('src/lib/rates.ts', "import 'rates-client'\nexport const rates: Record<string, number> = {}\n")
    const error = 'the package rates-client threw "Error: RATES_KEY is missing"'
    expectDiagnostic(await app.fw('verify'), 'src/lib/rates.ts:1:1', error)
    app.write('src/lib/rates.ts', RATES)
  })

  it('has no position if it throws a string, and asks for an Error', async () => {
    app.write('src/lib/rates.ts', "export const rates: Record<string, number> = {}\nthrow 'no rates'\n")
    const { stderr } = await app.fw('verify')
    expect(stderr).toContain('Failed: The app cannot be loaded, because a module throws "no rates".\nThrow an Error')
    app.write('src/lib/rates.ts', RATES)
  })

  it('is a diagnostic of every command if the configuration imports it', async () => {
    app.write('fw.config.ts', "import { rates } from './src/lib/rates.ts'\nexport default { title: String(rates) }\n")
    for (const command of ['build', 'verify']) {
      const { code, stderr } = await app.fw(command)
      expect(stderr).toContain(`Failed: fw.config.ts cannot be loaded.\n${PLACE} error failing-module:`)
      expect(stderr).not.toContain('Unexpected')
      expect(code).toBe(1)
    }
    app.write('fw.config.ts', FILES['fw.config.ts'])
  })

  it('is a diagnostic of the commands that load a build', async () => {
    expect((await app.fw('build')).code).toBe(0)
    for (const args of [['start', '--port', '0'], ...COMMANDS]) {
      const outcome = await app.fw(...args)
      expectDiagnostic(outcome, PLACE, ERROR)
      expect(outcome.stderr).toContain(FRAME)
    }
    const workers = await app.fw('start', '--port', '0', '--workers', '2')
    expect(workers.stderr).toContain(`${PLACE} error failing-module:`)
    expect([workers.stderr.includes('Unexpected'), workers.code]).toEqual([false, 1])
  })

  it('is a diagnostic of fw start where only the build was deployed', async () => {
    writeFileSync(join(app.root, 'src/lib/rates.ts'), '')
    const { stderr } = await app.fw('start', '--port', '0')
    app.write('src/lib/rates.ts', RATES)
    expect(stderr).toContain(`${PLACE} error failing-module:`)
    expect(stderr).toContain(ERROR)
  })

  it('is a diagnostic of a static build, which loads the app', async () => {
    app.write('fw.config.ts', "export default { output: 'static' }\n")
    const outcome = await app.fw('build')
    expectDiagnostic(outcome, PLACE, ERROR)
    app.write('fw.config.ts', FILES['fw.config.ts'])
  })
})
