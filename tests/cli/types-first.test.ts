/** Plain `tsc` in an app whose types have not been generated yet. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkPackages, runFw } from './support/fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const EXAMPLES = readdirSync(join(REPOSITORY, 'playground'))
const GENERATED: readonly string[] = ['.fw', 'dist', 'node_modules']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-types-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies an example as the scaffolder does: without anything that a command has generated. */
function copyExample(name: string): string {
  const root = join(mkdtempSync(join(folder, 'copy-')), name)
  const filter = (source: string) => !GENERATED.includes(basename(source))
  cpSync(join(REPOSITORY, 'playground', name), root, { recursive: true, filter })
  linkPackages(root)
  return root
}

function runTsc(cwd: string): Promise<readonly string[]> {
  const tsc = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
  return new Promise((done) =>
    execFile(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd }, (_error, stdout) =>
      done(stdout.split('\n').filter((line) => line.includes('error TS'))),
    ),
  )
}

test.each(EXAMPLES)('tsc reports only the missing types before the first check: %s', async (name) => {
  const errors = await runTsc(copyExample(name))
  expect(errors).toEqual([expect.stringMatching(/error TS6053: File '.*\/\.fw\/types\/register\.d\.ts' not found/)])
})

test('tsc reports nothing after the check, which needs no build and no environment', async () => {
  const root = copyExample('shop')
  expect(await runFw(root, ['check'])).toMatchObject({ code: 0 })
  expect(await runTsc(root)).toEqual([])
})
