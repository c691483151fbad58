/** The preview of a pending call in a built app: code has no effect, however the intent reaches it. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { call } from './act-as-agent.ts'

/** Code that loads the module in `src/ways/<name>`, which contains the effect. */
const LOADS = {
  Plain: "import('../ways/plain/send.ts')",
  Template: 'import(`../ways/template/$' + '{way}.ts`)',
  Sum: "import('../ways/sum/' + way + '.ts')",
  Glob: "(import.meta.glob<Way>('../ways/glob/*.ts')['../ways/glob/send.ts'] as () => Promise<Way>)()",
  Top: "(import.meta.glob<Way>(['/src/ways/top/*.ts'])['/src/ways/top/send.ts'] as () => Promise<Way>)()",
}
type Name = keyof typeof LOADS
const names = Object.keys(LOADS) as Name[]

const component = (name: string, load: string) => `import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'

type Way = { send(): Promise<void> }

export function ${name}() {
  const status = createSignal('')
  const way = 'send'
  const save = intent('save', {
    description: 'Sends the draft to the server.',
    guard: 'confirm',
    state: { status },
    async run(_call, { status: [, setStatus] }) {
      setStatus('sending')
      const { send } = (await ${load}) as Way
      await send()
    },
  })
  return <button type="button" onClick={() => save()}>${name} {status[0]()}</button>
}
`
const send = (name: string) => `export async function send() {
  await new Promise((resolve) => setTimeout(resolve, 20))
  sessionStorage.setItem('sent', '${name}')
  await fetch('/sent', { method: 'POST' })
}
`
const page = (...shown: readonly string[]) => `${shown
  .map((name) => `import { ${name} } from '../components/${name.toLowerCase()}.tsx'\n`)
  .join('')}
export const meta = { title: 'Ways' }
export default () => <main>${shown.map((name) => `<${name} />`).join('')}</main>
`

let app: WrittenApp
let chromium: Chromium
let served: Running

/** Builds and serves the app once for the tests of a group. */
function serveOnce(files: Readonly<Record<string, string>>, prepare: (root: string) => (() => void) | undefined): void {
  let restore: (() => void) | undefined
  beforeAll(async () => {
    app = writeApp({ 'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', ...files })
    restore = prepare(app.root)
    ;[served, chromium] = await Promise.all([app.start(), launchChromium()])
  })
  afterAll(async () => {
    await chromium?.close()
    await served?.stop('SIGTERM')
    app?.remove()
    restore?.()
  })
}

/** Lets an agent call the intent, and then a person. */
async function expectNoEffectBefore(tool: string, button: string, islands: number): Promise<void> {
  const { page, requests } = await chromium.open(served.url)
  await page
    .locator('fw-island[ok]')
    .nth(islands - 1)
    .waitFor({ state: 'attached' })
  expect(await call(page, tool)).toMatchObject({ ok: true, result: { status: 'proposal' } })
  await page.waitForTimeout(300)
  expect(requests).not.toContain('/sent')
  expect(await page.evaluate(() => sessionStorage.getItem('sent'))).toBe(null)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: button }).click()
  await expect.poll(() => requests).toContain('/sent')
  await page.close()
}

describe('an intent of the app', () => {
  serveOnce(
    {
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`src/components/${name.toLowerCase()}.tsx`, component(name, LOADS[name])],
          [`src/ways/${name.toLowerCase()}/send.ts`, send(name)],
        ]),
      ),
      'src/routes/index.tsx': page(...names),
    },
    () => undefined,
  )

  test.each(names)('has no effect before a decision in a module that it imports: %s', (name) =>
    expectNoEffectBefore(`${name}.save`, name, names.length),
  )
})

describe('an intent of a package outside of the app', () => {
  serveOnce({ 'src/routes/index.tsx': page('Editor') }, (root) => {
    const folder = `${root}-ui`
    mkdirSync(folder)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "name": "@acme/ui", "private": true, "type": "module" }')
    writeFileSync(join(folder, 'draft.tsx'), component('Draft', "import('./send.ts')"))
    writeFileSync(join(folder, 'send.ts'), send('draft'))
    app.write(
      'src/components/editor.tsx',
      `import { createSignal } from 'solid-js'
import { Draft } from '../../../${basename(folder)}/draft.tsx'

export function Editor() {
  const [open, setOpen] = createSignal(true)
  return <section><button type="button" onClick={() => setOpen(!open())}>Toggle</button>{open() && <Draft />}</section>
}
`,
    )
    return () => rmSync(folder, { recursive: true })
  })

  test('has no effect before a decision if the app has no other guarded call', () =>
    expectNoEffectBefore('Editor.save', 'Draft', 1))
})
