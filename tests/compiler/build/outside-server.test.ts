/** The folder of the server outside the app: no code of it is sent to browsers. */
import { mkdirSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, copyFixture } from './app-copy.ts'

test('A build refuses an island that imports code from a serverDir outside the app', { timeout: 60_000 }, async () => {
  const app = copyFixture()
  const outside = `${app.root}-server`
  const name = basename(outside)
  mkdirSync(outside)
  onTestFinished(() => {
    app.remove()
    rmSync(outside, { recursive: true, force: true })
  })
  rmSync(app.path('src/server'), { recursive: true })
  app.edit('fw.config.ts', `data: 'memory'`, `data: 'memory', serverDir: '../${name}'`)
  app.write(`../${name}/secret.ts`, `export const secret: string = 'marker-of-a-server-module'\n`)
  app.write(
    'src/components/counter.tsx',
    `import { createSignal } from 'solid-js'
import { secret } from '../../../${name}/secret.ts'
export function Counter(props: { start: number }) {
  const [shown, setShown] = createSignal('')
  return <button title={String(props.start)} onClick={() => setShown(secret)}>{shown()}</button>
}
`,
  )
  const { ok, log, answer } = await buildApp(app.root)
  expect({ ok, text: `${log}\n${JSON.stringify(answer)}` }).toEqual({
    ok: false,
    text: expect.stringContaining(`${name}/secret.ts, which is in ../${name}`),
  })
})
