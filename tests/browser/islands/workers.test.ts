/** Web workers that islands start: they call apis by stubs, and never as a person. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startBuilt } from '../../compiler/build/app-copy.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const START: Readonly<Record<string, string>> = {
  'new Worker': "new Worker(new URL('./task.ts', import.meta.url))",
  'new Worker of a module': "new Worker(new URL('./task.ts', import.meta.url), { type: 'module' })",
  '?worker': 'new Task()',
}

const COUNTER = `import { createSignal } from 'solid-js'
import Task from './task.ts?worker'
export function Counter(props: { start: number }) {
  const [said, setSaid] = createSignal('nothing')
  const listen = (worker: Worker) => { worker.onmessage = ({ data }) => setSaid(data) }
  return (
    <div>
${Object.entries(START)
  .map(([name, code]) => `      <button type="button" onClick={() => listen(${code})}>${name}</button>`)
  .join('\n')}
      <output>{said()}</output>
    </div>
  )
}
`
const TASK = `import { erase, list } from '../server/notes.api.ts'
const notes = await list({ limit: 2 }).then((found) => found.length)
const erased = await erase({ id: 'a' }).catch((error) => error.code)
postMessage(notes + ' ' + erased)
`

let app: AppCopy
let server: Awaited<ReturnType<typeof startBuilt>>
let chromium: Chromium
beforeAll(async () => {
  app = copyFixture()
  app.write('src/components/counter.tsx', COUNTER)
  app.write(
    'src/components/task.ts',
    TASK.replace(/^const notes[\s\S]*/m, (body) => `async function work() {\n${body}}\nvoid work()\n`),
  )
  app.edit('src/server/notes.api.ts', "  scopes: ['notes'],\n", '')
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  server = await startBuilt(app.root)
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  await chromium?.close()
  await server?.stop()
  app?.remove()
})

test.each(Object.keys(START))(
  'a worker created by %s calls apis, and its guarded calls do not have human origin',
  async (name) => {
    const { page } = await chromium.open(server.url)
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByText('2 unavailable').waitFor()
  },
)
