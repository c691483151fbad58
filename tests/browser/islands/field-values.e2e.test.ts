/** The value of a select and of a textarea in an island, after hydration: HTML has no attribute for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const FILES = {
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/components/fields.tsx': `import { createSignal, For } from 'solid-js'
export function Fields(props: { kind: string; note: string }) {
  const [kind, setKind] = createSignal(props.kind)
  const [note, setNote] = createSignal(props.note)
  return (
    <form>
      <select id="kind" value={kind()} onChange={(event) => setKind(event.currentTarget.value)}>
        <option value="">Any</option>
        <For each={['green', 'black']}>{(one) => <option value={one}>{one}</option>}</For>
      </select>
      <textarea id="note" value={note()} onInput={(event) => setNote(event.currentTarget.value)} />
      <button type="button" onClick={() => { setKind(''); setNote('') }}>Clear</button>
      <output>{kind()} {note()}</output>
    </form>
  )
}
`,
  'src/routes/index.tsx': `import { Fields } from '../components/fields.tsx'
export const meta = { title: 'Values' }
export default () => <Fields kind="black" note="Steep it" client:interaction />
`,
  'src/routes/load.tsx': `import { Fields } from '../components/fields.tsx'
export const meta = { title: 'Values' }
export default () => <Fields kind="black" note="Steep it" />
`,
}

let app: WrittenApp
let server: Running
let chromium: Chromium
beforeAll(async () => {
  app = writeApp(FILES)
  server = await app.start()
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  await chromium?.close()
  await server?.stop('SIGTERM')
  app?.remove()
})

test('an island that hydrates shows its values, and later ones', async () => {
  const { page } = await chromium.open(new URL('load', server.url).href)
  await expect.poll(() => page.locator('#kind').inputValue()).toBe('black')
  expect(await page.locator('#note').inputValue()).toBe('Steep it')
  await page.getByRole('button', { name: 'Clear' }).click()
  expect([await page.locator('#kind').inputValue(), await page.locator('#note').inputValue()]).toEqual(['', ''])
})

test('what a user has written before the island starts stays', async () => {
  const { page } = await chromium.open(server.url)
  await page.evaluate(() => {
    const note = document.querySelector('textarea')
    if (note) note.value = 'My own'
  })
  await page.locator('#kind').hover()
  await expect.poll(() => page.locator('#kind').inputValue()).toBe('black')
  expect(await page.locator('#note').inputValue()).toBe('My own')
})
