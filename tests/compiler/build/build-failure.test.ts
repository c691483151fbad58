import { expect, onTestFinished, test } from 'vitest'
import { buildApp, copyFixture } from './app-copy.ts'

test('a build that fails reports the position once, without the bundler’s own report before it', {
  timeout: 60_000,
}, async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  app.write('src/styles.css', "@import './missing.css';\nbody { color: red }\n")
  const { ok, log } = await buildApp(app.root)
  expect(ok).toBe(false)
  expect(log).toContain('src/styles.css:1:10 error unresolved-import')
  const steps = log.slice(0, log.indexOf('src/styles.css:1:10')).trim().split('\n')
  expect(steps.map((line) => line.split(' ', 1)[0])).toEqual(['check', 'emit', 'client'])
})
