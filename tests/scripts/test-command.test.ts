import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)

it('the test command names what to install and runs nothing without a Chromium', () => {
  const env = { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs'], { cwd: root, env, encoding: 'utf8' })
  expect(stdout).toContain('CHROMIUM_PATH is /nowhere/chromium, but this path has no program.')
  expect(stdout).not.toContain('> vitest')
  expect(stdout.trimEnd().split('\n').slice(-2)).toEqual(['failed: chromium', '0 passed, 1 failed'])
  expect(status).toBe(1)
})
