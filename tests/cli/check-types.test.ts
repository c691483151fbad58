/** `tsc` in a fresh copy of an app: `fw check` writes the types that it needs, without a build and without secrets. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { linkPackages, runFw } from './support/fixture.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const TSC = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
const WRITTEN = ['.fw', 'dist', 'node_modules', '.env']

it.each(['shop', 'i18n'])('the example %s: fw check, then tsc', { timeout: 120_000 }, async (name) => {
  const root = mkdtempSync(join(tmpdir(), `fw-${name}-`))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const source = join(REPOSITORY, 'playground', name)
  cpSync(source, root, { recursive: true, filter: (path) => !WRITTEN.includes(basename(path)) })
  linkPackages(root)
  const { code, stdout } = await runFw(root, ['check'])
  expect([code, stdout]).toEqual([0, ''])
  expect(existsSync(join(root, 'dist'))).toBe(false)
  const { stdout: errors } = spawnSync(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(errors).toBe('')
})
