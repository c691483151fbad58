/** Dialogs and menus of a component library that an agent opens: they keep the focus, and the next keys of a person do nothing there. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { call, clickAsAgent } from '../agent/act-as-agent.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'

const FILES = {
  'package.json': JSON.stringify({
    name: 'library-focus',
    private: true,
    type: 'module',
    dependencies: { '@fw/runtime': '*', '@kobalte/core': '*', 'solid-js': '*' },
  }),
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/seen.ts': 'export const seen: string[] = []\n',
  'src/hooks.ts': `import { seen } from './seen.ts'
export const onAudit = ({ tool, origin }: { tool: string; origin: string }) => {
  if (tool !== 'api.shop.audit') seen.push(origin)
}
`,
  'src/server/shop.api.ts': `import { api } from '@fw/runtime'
import { seen } from '../seen.ts'

/** Pays. */
export const never = api({ guard: 'forbidden', run: async () => ({ paid: true }) })

/** Origins of the calls of the other function. Empties the list. */
export const audit = api({ run: async (): Promise<string[]> => seen.splice(0) })
`,
  'src/components/parts.tsx': `import { AlertDialog } from '@kobalte/core/alert-dialog'
import { Dialog } from '@kobalte/core/dialog'
import { DropdownMenu } from '@kobalte/core/dropdown-menu'
import { Popover } from '@kobalte/core/popover'
import { Select } from '@kobalte/core/select'
import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { never } from '../server/shop.api.ts'

const save = () => void never({}).catch(() => {})

export function Parts() {
  const [method, setMethod] = createSignal('')
  intent('idle', { description: 'Does nothing.', run: () => true })
  const choose = (value: string | null) => {
    if (value === null || value === method()) return
    setMethod(value)
    save()
  }
  return (
    <section>
      <p>Words</p>
      <textarea aria-label="note" />
      <Dialog>
        <Dialog.Trigger>Open dialog</Dialog.Trigger>
        <Dialog.Portal><Dialog.Overlay /><Dialog.Content>
          <button type="button" onClick={save}>Pay in dialog</button><button type="button">Leave it</button>
        </Dialog.Content></Dialog.Portal>
      </Dialog>
      <AlertDialog>
        <AlertDialog.Trigger>Open alert</AlertDialog.Trigger>
        <AlertDialog.Portal><AlertDialog.Overlay /><AlertDialog.Content>
          <button type="button" onClick={save}>Pay in alert</button><AlertDialog.CloseButton>Cancel</AlertDialog.CloseButton>
        </AlertDialog.Content></AlertDialog.Portal>
      </AlertDialog>
      <Popover>
        <Popover.Trigger>Open popover</Popover.Trigger>
        <Popover.Portal><Popover.Content><button type="button" onClick={save}>Pay in popover</button></Popover.Content></Popover.Portal>
      </Popover>
      <DropdownMenu>
        <DropdownMenu.Trigger>Open menu</DropdownMenu.Trigger>
        <DropdownMenu.Portal><DropdownMenu.Content>
          <DropdownMenu.Item onSelect={save}>Pay item</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={save}>Bob's item</DropdownMenu.Item>
        </DropdownMenu.Content></DropdownMenu.Portal>
      </DropdownMenu>
      <Select
        options={['card', 'invoice']}
        value={method()}
        onChange={choose}
        placeholder="Choose"
        itemComponent={(props) => (
          <Select.Item item={props.item}><Select.ItemLabel>{props.item.rawValue}</Select.ItemLabel></Select.Item>
        )}
      >
        <Select.Trigger aria-label="Open select"><Select.Value<string>>{(state) => state.selectedOption()}</Select.Value></Select.Trigger>
        <Select.Portal><Select.Content><Select.Listbox /></Select.Content></Select.Portal>
      </Select>
    </section>
  )
}
`,
  'src/routes/index.tsx': `import { Parts } from '../components/parts.tsx'
export const meta = { title: 'Parts' }
export default () => <main><Parts /></main>
`,
}

let app: WrittenApp
let chromium: Chromium
let served: Running
let opened: OpenPage
let page: Page

beforeAll(async () => {
  app = writeApp(FILES)
  ;[served, chromium] = await Promise.all([app.start(), launchChromium({ windowed: true })])
}, 120_000)
afterAll(async () => {
  await chromium?.close()
  await served?.stop('SIGTERM')
  app?.remove()
})
beforeEach(async () => {
  opened = await chromium.open(served.url)
  page = opened.page
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await readAudit()
})
afterEach(() => opened.page.close())

async function readAudit(): Promise<readonly string[]> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${served.url}/_fw/api/shop.audit`, { method: 'POST', headers, body: '{}' })
  return ((await response.json()) as { result: string[] }).result
}
/** Returns the origins of the calls that the keys cause. */
async function press(...keys: readonly string[]): Promise<readonly string[]> {
  for (const key of keys) await page.keyboard.press(key, { delay: 10 })
  await page.waitForTimeout(300)
  return readAudit()
}
/** The agent opens a part, and the person has had the time to see it. */
async function openAsAgent(part: string): Promise<void> {
  await clickAsAgent(page, `Open ${part}`)
  await page.waitForTimeout(800)
}

const PARTS = ['dialog', 'alert', 'popover', 'menu', 'select']

describe('a part that an agent opens', () => {
  test.each(PARTS)("isn't used by the words of a person who goes on writing: %s", async (part) => {
    await page.getByLabel('note').click()
    await page.keyboard.type('Dear')
    await openAsAgent(part)
    expect(await press(...' Ada ', 'Enter', ...' and Bob ', 'Enter', 'Enter')).toEqual([])
  })

  test.each(PARTS)("isn't used by the keys of a person who did nothing: %s", async (part) => {
    await page.getByText('Words').click()
    await openAsAgent(part)
    expect(await press('Enter')).toEqual([])
    expect(await press('Space')).toEqual([])
    await page.waitForTimeout(800)
    expect(await press('Enter', 'Space')).toEqual([])
  })

  test.each(['dialog', 'alert'])('is used by a person who moves the focus in it: %s', async (part) => {
    await openAsAgent(part)
    expect(await press('Tab', 'Shift+Tab', 'Tab', 'Shift+Tab')).toEqual([])
    for (let step = 0; step < 3; step++) {
      if ((await page.evaluate(() => document.activeElement?.textContent))?.startsWith('Pay')) break
      await page.keyboard.press('Tab')
    }
    expect(await press('Enter')).toEqual(['human'])
  })

  test('is used by a person who chooses by an arrow key: menu', async () => {
    await openAsAgent('menu')
    expect(await press('ArrowDown', 'Enter')).toEqual(['human'])
  })
})

test.each(['dialog', 'alert', 'menu', 'select'])(
  'a part that a person opens after an act of an agent is used by the next keys: %s',
  async (part) => {
    await call(page, 'Parts.idle')
    await page.getByLabel('note').click()
    for (let step = 0; step <= PARTS.indexOf(part); step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(100)
    expect(await press(...(part === 'select' ? ['ArrowDown'] : []), 'Enter')).toEqual(['human'])
  },
)
