import { expect, onTestFinished, test } from 'vitest'
import { buildApp, copyFixture } from '../app-copy.ts'

test('src/client.ts is in the build of an app whose package.json denies side effects', async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  app.write('package.json', JSON.stringify({ ...JSON.parse(app.read('package.json')), sideEffects: false }))
  app.write('src/client.ts', "document.title += ' of the client entry'\n")
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const scripts = app.list('dist/client').filter((file) => /client-[\w-]+\.js$/.test(file))
  expect(scripts.map((file) => app.read(`dist/client/${file}`).includes(' of the client entry'))).toEqual([true])
})
