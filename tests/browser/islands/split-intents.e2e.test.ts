import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AppCopy,
  buildApp,
  copyFixture,
  type DevProcess,
  startBuilt,
  startDev,
} from '../../compiler/build/app-copy.ts'
import { openShadows } from '../agent-pages.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const COMPONENT = `import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { press } from '../press.ts'

export function Juice(props: { start: number }) {
  const [glasses, setGlasses] = createSignal(props.start)
  const fill = intent('fill', {
    description: 'Fills glasses with juice.',
    run({ input, ctx }: { input: { glasses: number }; ctx: { origin: string } }) {
      setGlasses(glasses() + input.glasses)
      return press(glasses(), ctx.origin)
    },
  })
  return (
    <button type="button" onClick={() => fill({ glasses: 2 })}>
      {glasses()} glasses
    </button>
  )
}
`

/** A row whose intent acts on its props, and a list that shows another item in it. */
const ROWS = `import { intent, useStore } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { shelf } from '../stores.ts'

const longer = (name: string) => name + '!'

function Row(props: { name: string }) {
  intent('remove', {
    description: 'Removes the row.',
    guard: 'confirm',
    run() {
      document.body.dataset.removed = props.name
      return 'removed'
    },
  })
  return <p>{props.name}</p>
}

export function Rows() {
  const [name, setName] = createSignal('one')
  const [state] = useStore(shelf)
  intent('rename', {
    description: 'Renames the row.',
    guard: 'confirm',
    state: { name: [name, setName] },
    run: (_call, { name: [read, write] }) => write(longer(read())),
  })
  return (
    <section>
      <output>{state.rows.length}</output>
      <button type="button" onClick={() => setName('two')}>Sort</button>
      <Row name={name()} />
    </section>
  )
}
`

const STORES = `import { defineStore, type StoreCall } from '@fw/runtime'

export const shelf = defineStore({ rows: ['one', 'two'] }, {
  actions: {
    clear: {
      description: 'Removes all rows.',
      guard: 'confirm',
      run: ({ set }: StoreCall<{ rows: string[] }>) => set('rows', []),
    },
  },
})
`

let app: AppCopy
let chromium: Chromium
beforeAll(async () => {
  app = copyFixture()
  app.edit('fw.config.ts', "data: 'memory'", "data: 'memory', compiler: { splitIntents: true }")
  app.write(
    'src/press.ts',
    `export const press = (count: number, by: string) => {
  document.body.dataset.during = String(window.event?.type)
  return 'pressed ' + count + ' for ' + by
}
`,
  )
  app.write('src/components/juice.tsx', COMPONENT)
  app.write(
    'src/routes/juice.tsx',
    "import { Juice } from '../components/juice.tsx'\nexport default () => <main><h1>Juice</h1><Juice start={1} /></main>\n",
  )
  app.write('src/components/rows.tsx', ROWS)
  app.write('src/stores.ts', STORES)
  app.write(
    'src/routes/rows.tsx',
    "import { Rows } from '../components/rows.tsx'\nexport default () => <main><h1>Rows</h1><Rows /></main>\n",
  )
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

/** `isRun` recognizes the file of the run. Returns the event in which a person's run began. */
async function fillGlasses(url: string, isRun: (path: string) => boolean): Promise<string | undefined> {
  const open = async () => {
    const opened = await chromium.open(new URL('/juice', url).href)
    await opened.page.locator('fw-island[ok]').waitFor()
    return { ...opened, runs: () => opened.requests.filter(isRun).length }
  }
  const person = await open()
  expect(person.runs()).toBe(0)
  // Another part of the page has no effect.
  await person.page.getByRole('heading').hover()
  const loaded = person.page.waitForRequest((request) =>
    isRun(new URL(request.url()).pathname + new URL(request.url()).search),
  )
  await person.page.getByRole('button').hover()
  await loaded
  await person.page.getByRole('button').click()
  await person.page.getByText('3 glasses').waitFor()
  await person.page.getByRole('button').click()
  await person.page.getByText('5 glasses').waitFor()
  expect(person.runs()).toBe(1)
  const during = await person.page.evaluate(() => document.body.dataset.during)
  expect(person.logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
  await person.page.close()

  const agent = await open()
  const answer = await agent.page.evaluate(() => window.fw?.call('Juice.fill', { glasses: 4 }))
  expect(answer).toEqual({ ok: true, result: 'pressed 5 for agent' })
  await agent.page.getByText('5 glasses').waitFor()
  await agent.page.close()

  const keyboard = await open()
  await keyboard.page.keyboard.press('Tab')
  await keyboard.page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON')
  await expect.poll(keyboard.runs).toBe(1)
  await keyboard.page.close()
  return during
}

/** Expects that an agent's calls of an intent and of an action show their changes, which haven't happened. */
async function expectPreviews(url: string): Promise<void> {
  const { page } = await chromium.open('about:blank')
  await openShadows(page)
  await page.goto(new URL('/rows', url).href)
  await page.locator('fw-island[ok]').waitFor()
  await page.evaluate(() => window.fw?.call('Rows.rename'))
  await page.evaluate(() => window.fw?.call('shelf.clear'))
  const rows = page.getByRole('row').filter({ hasNotText: 'What' })
  await expect
    .poll(() => rows.allTextContents())
    .toEqual(['name"one""one!"', 'shelf.rows[0]"one"nothing', 'shelf.rows[1]"two"nothing'])
  expect(await page.locator('fw-island p').textContent()).toBe('one')
  expect(await page.locator('output').textContent()).toBe('2')
  await page.close()
}

describe('compiler.splitIntents', () => {
  test('in a build the run of an intent is a separate file, loaded when a pointer enters the island or an agent calls', async () => {
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
    const files = app.list('dist/client/assets').filter((name) => name.endsWith('.js'))
    const [run, ...others] = files.filter((name) => app.read(`dist/client/assets/${name}`).includes('pressed '))
    expect(others).toEqual([])
    const built = await startBuilt(app.root)
    try {
      const during = await fillGlasses(built.url, (path) => path === `/assets/${run}`)
      // Once its file is loaded: only then its calls have human origin while an agent acts in the page.
      expect(during).toBe('click')
      await expectPreviews(built.url)
    } finally {
      await built.stop()
    }
  })

  describe('in dev', () => {
    let dev: DevProcess
    beforeAll(async () => {
      dev = await startDev(app.root)
      await (await dev.fetch('/juice')).text()
    })
    afterAll(() => dev?.stop())

    test('it is one too', () => fillGlasses(dev.url, (path) => path.includes('?fw-run=Juice$fill.js')))

    test('calls have a preview', () => expectPreviews(dev.url))

    test('an approved intent runs with the props that its card has shown, also if its file arrives later', async () => {
      const { page } = await chromium.open('about:blank')
      await openShadows(page)
      await page.goto(new URL('/rows', dev.url).href)
      await page.locator('fw-island[ok]').waitFor()
      let release: (() => void) | undefined
      const isSorted = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/fw-run=Row\$remove/, async (route) => {
        await isSorted
        await route.continue()
      })
      await page.evaluate(() => window.fw?.call('Row.remove'))
      const requested = page.waitForRequest(/fw-run=Row\$remove/)
      await page.getByRole('button', { name: /^Approve/ }).click()
      await requested
      await page.evaluate(() => document.querySelector<HTMLElement>('fw-island button')?.click())
      release?.()
      await page.getByText('The page has changed since.').waitFor()
      expect(await page.getByRole('article').textContent()).toContain('name"two"')
      expect(await page.evaluate(() => document.body.dataset.removed)).toBe(undefined)
      await page.getByRole('button', { name: /^Approve/ }).click()
      await page.getByText('Approved. It has run, once.').waitFor()
      expect(await page.evaluate(() => document.body.dataset.removed)).toBe('two')
      await page.close()
    })

    test('an edit reaches it', async () => {
      const { page } = await chromium.open(new URL('/juice', dev.url).href)
      await page.locator('fw-island[ok]').waitFor()
      app.edit('src/components/juice.tsx', 'glasses() + input.glasses', 'glasses() + input.glasses * 100')
      const button = page.getByRole('button')
      const glasses = async () => {
        await button.click()
        return button.textContent()
      }
      await expect.poll(glasses).toMatch(/^\d{3,} glasses/)
      await page.close()
    })
  })
})
