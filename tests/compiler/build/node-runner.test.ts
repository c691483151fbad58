import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-runner-')))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  write('part.ts', "export const title: string = 'Cups'\n")
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, text: string): void {
  writeFileSync(join(root, name), text)
}

/** Runs in a separate process, as in commands: the result, and whether a thread resolves later imports. */
function run(name: string): { module: object; imports: string[]; hasThread: boolean } {
  const runner = JSON.stringify(resolve('compiler/dist/build/node-runner.js'))
  const code = `
    const { runFile } = await import(${runner})
    const before = process.report.getReport().workers.length
    const ran = await runFile(${JSON.stringify(join(root, name))}, ${JSON.stringify(root)})
    const hasThread = process.report.getReport().workers.length > before
    console.log(JSON.stringify({ ...ran, hasThread }))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' }),
  )
}

test('a file of an app is run with its imports, and no thread is started that resolves imports', () => {
  write(
    'plain.ts',
    "import { title } from './part.ts'\nimport { str } from '@fw/runtime'\nexport default { title, str: typeof str, main: import.meta.main }\n",
  )
  expect(run('plain.ts')).toEqual({
    module: { default: { title: 'Cups', str: 'function', main: false } },
    imports: [join(root, 'part.ts')],
    hasThread: false,
  })
})

test('import.meta.resolve resolves from the folder of the file', () => {
  write('asking.ts', "export default [import.meta.resolve('./part.ts'), import.meta.resolve('solid-js')]\n")
  const [part, solid] = (run('asking.ts').module as { default: string[] }).default
  expect(part).toBe(`file://${root}/part.ts`)
  expect(solid).toContain('/solid-js/')
})
