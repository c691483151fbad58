import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('scripts run on the same Node as npm, even if a package contains another Node', () => {
  const print = `require('node:child_process').execFileSync('node', ['-p', 'process.version'], { encoding: 'utf8' })`
  const asked = execFileSync('npm', ['exec', '--', process.execPath, '-p', print], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  })
  expect(asked.trim()).toBe(process.version)
})
