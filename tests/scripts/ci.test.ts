/** Runs `.ci/run` in a folder whose scripts print text that the test defines. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PASSES = 'echo "3 passed, 0 failed"'

function runCi(scripts: { readonly test: string; readonly e2e: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.ci'))
  cpSync(new URL('../../.ci/run', import.meta.url), join(folder, '.ci/run'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', scripts }))
  const packages = { '': { name: 'app', version: '1.0.0' } }
  const lock = { name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const { status, stdout } = spawnSync('bash', ['.ci/run'], { cwd: folder, encoding: 'utf8' })
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) }
}

test('sums the counts of the tests and of the end-to-end tests', () => {
  const { status, last } = runCi({ test: PASSES, e2e: 'echo "20 passed, 0 failed"' })
  expect(last).toBe('23 passed, 0 failed')
  expect(status).toBe(0)
})

test('runs the end-to-end tests also when a test failed, and fails', () => {
  const { status, last } = runCi({ test: 'echo "2 passed, 1 failed"; exit 1', e2e: PASSES })
  expect(last).toBe('5 passed, 1 failed')
  expect(status).toBe(1)
})

test('ends with the names of what failed in either part', () => {
  const { stdout } = runCi({
    test: 'echo "failed: a.test.ts > sums"; echo "2 passed, 1 failed"; exit 1',
    e2e: 'echo "failed: b.e2e.test.ts > opens"; echo "3 passed, 1 failed"; exit 1',
  })
  expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
    'failed: a.test.ts > sums',
    'failed: b.e2e.test.ts > opens',
    '5 passed, 2 failed',
  ])
})

test.each([
  ['ends before it counts', 'echo "> build"; exit 1', '3 passed, 1 failed'],
  ['counts no failure and exits with a code', `${PASSES}; exit 7`, '6 passed, 1 failed'],
])('fails when a command %s', (_name, e2e, expected) => {
  const { status, last, stdout } = runCi({ test: PASSES, e2e })
  expect(last).toBe(expected)
  expect(stdout).toContain('npm run e2e ended with exit code')
  expect(status).toBe(1)
})
