/** `failing-module`: reads the stack of a module that throws while the app loads. tests/cli tests the commands. */
import { realpathSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { diagnoseThrown } from '../../../compiler/src/build/thrown-module.ts'
import { temporaryApp } from '../temporary-app.ts'

const app = temporaryApp(
  {
    'package.json': '{ "name": "app", "type": "module" }\n',
    'src/rates.ts': "import { load } from 'rates-client'\n\nexport const RATES = load()\n",
    'src/late.ts': "export const late = () => import('rates-client/late')\n",
  },
  afterAll,
)
const root = realpathSync(app.root)

function diagnose(lines: readonly string[], thrown: Error = new Error('no rates')) {
  thrown.stack = [`${thrown.name}: ${thrown.message}`, ...lines.map((line) => `    at ${line}`)].join('\n')
  return diagnoseThrown(thrown, root).map(({ code, message, span }) => ({
    code,
    message,
    at: `${span?.file}:${span?.line}:${span?.column}`,
  }))
}

it('has the innermost line of the app', () => {
  const found = diagnose(['JSON.parse (<anonymous>)', `${root}/src/rates.ts:3:22`, `${root}/src/late.ts:1:1`])
  expect(found.map(({ code, at }) => [code, at])).toEqual([['failing-module', 'src/rates.ts:3:22']])
  expect(found[0]?.message).toContain('this code threw "Error: no rates"')
})

it('names the package whose code threw, at the line that called it', () => {
  const found = diagnose([`load (${root}/node_modules/rates-client/index.js:1:7)`, `${root}/src/rates.ts:3:22`])
  expect(found).toMatchObject([{ at: 'src/rates.ts:3:22', message: expect.stringContaining('package rates-client') }])
})

it('names the imports of a package in whose stack the app does not appear', () => {
  const found = diagnose([`${root}/node_modules/rates-client/index.js:1:7`, 'ModuleJob.run (node:internal/x:1:2)'])
  expect(found.map(({ at }) => at).sort()).toEqual(['src/late.ts:1:35', 'src/rates.ts:1:23'])
})

it('shows the cause, on one line', () => {
  const [found] = diagnose([`${root}/src/rates.ts:3:22`], new Error('no\n  rates', { cause: new TypeError('offline') }))
  expect(found?.message).toContain('"Error: no rates (caused by TypeError: offline)"')
})

it('finds nothing for an error of the framework, of generated code, of another folder, and for a value', () => {
  expect(diagnose(['/elsewhere/runtime/dist/server/app.js:1:2', `${root}/.fw/server.js:3:4`])).toEqual([])
  expect(diagnose([`${root}/node_modules/@fw/runtime/dist/x.js:1:2`])).toEqual([])
  expect(diagnose([])).toEqual([])
  expect(diagnoseThrown('text', root)).toEqual([])
})
