/** Form and component libraries after an act of an agent: a person's work through them is the person's, an agent's is the agent's. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { call, findRef } from './act-as-agent.ts'
import { ACTIONS } from './react-actions.ts'

const FILES = {
  'package.json': JSON.stringify({
    name: 'library-origins',
    private: true,
    type: 'module',
    dependencies: {
      '@fw/runtime': '*',
      '@kobalte/core': '*',
      '@modular-forms/solid': '*',
      react: '*',
      'react-dom': '*',
      'solid-js': '*',
    },
  }),
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/seen.ts': 'export const seen: string[] = []\n',
  'src/hooks.ts': `import { seen } from './seen.ts'
export const onAudit = ({ tool, origin, ok }: { tool: string; origin: string; ok: boolean }) => {
  if (tool !== 'api.shop.audit') seen.push([tool.slice('api.shop.'.length), origin, ok ? 'ok' : 'refused'].join(' '))
}
`,
  'src/server/shop.api.ts': `import { api, type Call } from '@fw/runtime'
import { seen } from '../seen.ts'

/** Signs a customer in. */
export const login = api({
  guard: 'forbidden',
  run: async ({ input }: Call<{ email: string }>) => ({ signedIn: input.email }),
})

/** Charges the card of the customer. */
export const pay = api({ guard: 'confirm', run: async ({ input }: Call<{ method: string }>) => ({ paid: input.method }) })

/** Calls of the other functions, with their origins. Empties the list. */
export const audit = api({ run: async (): Promise<string[]> => seen.splice(0) })
`,
  'src/components/forms.tsx': `import { createForm, email, required } from '@modular-forms/solid'
import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { login, pay } from '../server/shop.api.ts'

type Account = { email: string }
type Payment = { method: string }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Signs in and pays through forms that validate asynchronously. */
export function Forms() {
  const [status, setStatus] = createSignal('')
  const [account, { Form: AccountForm, Field: AccountField }] = createForm<Account>()
  const [payment, { Form: PaymentForm, Field: PaymentField }] = createForm<Payment>({ initialValues: { method: 'card' } })
  intent('idle', { description: 'Changes the status only.', run: () => setStatus('idle') })
  const isFree = async (value: string | undefined) => {
    await pause(30)
    return value === 'taken@example.org' ? 'This address is taken.' : ''
  }
  return (
    <section>
      <AccountForm
        onSubmit={async (values) => {
          await pause(30)
          const { signedIn } = await login({ email: values.email })
          setStatus(\`signed in as \${signedIn}\`)
        }}
      >
        <AccountField name="email" validate={[required('Write an address.'), email('Not an address.'), isFree]}>
          {(field, props) => <><input {...props} aria-label="Email" value={field.value ?? ''} /><em>{field.error}</em></>}
        </AccountField>
        <button type="submit" disabled={account.submitting}>Sign in</button>
      </AccountForm>
      <PaymentForm
        onSubmit={async (values) => {
          await pause(30)
          const { paid } = await pay({ method: values.method })
          await pause(10)
          setStatus(\`paid by \${paid}\`)
        }}
      >
        <PaymentField name="method" validate={isFree}>
          {(field, props) => <input {...props} aria-label="Method" value={field.value ?? ''} />}
        </PaymentField>
        <button type="submit" disabled={payment.submitting}>Pay by form</button>
      </PaymentForm>
      <output>{status()}</output>
    </section>
  )
}
`,
  'src/components/parts.tsx': `import { Button } from '@kobalte/core/button'
import { Dialog } from '@kobalte/core/dialog'
import { Select } from '@kobalte/core/select'
import { createSignal } from 'solid-js'
import { login, pay } from '../server/shop.api.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Signs in from a dialog and pays by a choice. */
export function Parts() {
  const [open, setOpen] = createSignal(false)
  const [status, setStatus] = createSignal('')
  const [method, setMethod] = createSignal('')
  const signIn = async () => {
    await pause(30)
    const { signedIn } = await login({ email: 'ada@example.org' })
    setStatus(\`signed in as \${signedIn}\`)
    setOpen(false)
  }
  const choose = async (value: string | null) => {
    if (value === null) return
    setMethod(value)
    await pause(30)
    const { paid } = await pay({ method: value })
    setStatus(\`paid by \${paid}\`)
  }
  return (
    <section>
      <Dialog open={open()} onOpenChange={setOpen}>
        <Dialog.Trigger>Open</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content>
            <Dialog.Title>Account</Dialog.Title>
            <Button onClick={signIn}>Sign in here</Button>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog>
      <Select
        options={['card', 'invoice']}
        value={method()}
        onChange={choose}
        placeholder="Choose"
        itemComponent={(props) => (
          <Select.Item item={props.item}><Select.ItemLabel>{props.item.rawValue}</Select.ItemLabel></Select.Item>
        )}
      >
        <Select.Trigger aria-label="Pay by choice"><Select.Value<string>>{(state) => state.selectedOption()}</Select.Value></Select.Trigger>
        <Select.Portal><Select.Content><Select.Listbox /></Select.Content></Select.Portal>
      </Select>
      <output>{status()}</output>
    </section>
  )
}
`,
  'src/components/actions.react.tsx': ACTIONS,
  'src/routes/actions.tsx': `import { Actions } from '../components/actions.react.tsx'
import { Forms } from '../components/forms.tsx'
export const meta = { title: 'Actions' }
export default () => <main><Actions /><Forms /></main>
`,
  'src/routes/index.tsx': `import { Forms } from '../components/forms.tsx'
import { Parts } from '../components/parts.tsx'
export const meta = { title: 'Shop' }
export default () => <main><Forms /><Parts /></main>
`,
}

let app: WrittenApp
let chromium: Chromium
let served: Running
let opened: OpenPage

beforeAll(async () => {
  app = writeApp(FILES)
  ;[served, chromium] = await Promise.all([app.start(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await served?.stop('SIGTERM')
  app?.remove()
})
beforeEach(async () => {
  await readAudit()
  opened = await chromium.open(served.url)
  await opened.page.locator('fw-island[ok]').nth(1).waitFor({ state: 'attached' })
})
afterEach(() => opened.page.close())

/** The calls since the last time, as `pay human ok`. */
async function readAudit(): Promise<readonly string[]> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${served.url}/_fw/api/shop.audit`, { method: 'POST', headers, body: '{}' })
  return ((await response.json()) as { result: string[] }).result
}

function expectCalls(...calls: readonly string[]): Promise<void> {
  const seen: string[] = []
  const read = async () => {
    seen.push(...(await readAudit()))
    return seen
  }
  return expect.poll(read, { timeout: 5_000 }).toEqual(calls)
}

/** An agent clicks the element; the outline is read until it holds the element. */
async function agentClicks(page: Page, element: string): Promise<void> {
  await expect.poll(() => findRef(page, element)).toBeDefined()
  await call(page, 'ui_click', { ref: await findRef(page, element) })
}

async function agentFills(page: Page, element: string, value: string): Promise<void> {
  await call(page, 'ui_fill', { ref: await findRef(page, element), value })
}

describe('a person, after an act of an agent', () => {
  beforeEach(() => call(opened.page, 'Forms.idle'))

  test('signs in and pays through forms of modular-forms that validate and submit asynchronously', async () => {
    const { page, logs } = opened
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectCalls('login human ok')
    await page.getByText('signed in as ada@example.org').waitFor()
    await page.getByRole('button', { name: 'Pay by form' }).click()
    await expectCalls('pay human ok')
    await page.getByText('paid by card').waitFor()
    expect(logs.filter((line) => /error/i.test(line))).toEqual([])
  })

  test('sends a form of modular-forms with the Enter key, after its validation has refused it once', async () => {
    const { page } = opened
    await page.getByLabel('Email').fill('taken@example.org')
    await page.getByLabel('Email').press('Enter')
    await page.getByText('This address is taken.').waitFor()
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Email').press('Enter')
    await expectCalls('login human ok')
  })

  test('signs in from a dialog of Kobalte', async () => {
    const { page } = opened
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Sign in here' }).click()
    await expectCalls('login human ok')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test.each(['pointer', 'keyboard'])('pays by a choice in a select of Kobalte, by %s', async (way) => {
    const { page } = opened
    const trigger = page.getByRole('button', { name: 'Pay by choice' })
    if (way === 'pointer') {
      await trigger.click()
      await page.getByRole('option', { name: 'invoice' }).click()
    } else {
      // The focus that `press` sets by script stays because a person has used the keyboard since the act.
      await page.keyboard.press('Tab')
      await trigger.press('Enter')
      await page.getByRole('listbox').waitFor()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
    }
    await expectCalls('pay human ok')
    await page.getByText('paid by invoice').waitFor()
  })
})

describe('a part of a page that an agent opened', () => {
  test('is used by a person as theirs: a dialog of Kobalte', async () => {
    const { page } = opened
    await agentClicks(page, '"Open"')
    await page.getByRole('button', { name: 'Sign in here' }).click()
    await expectCalls('login human ok')
  })

  test('is used by a person as theirs: a portal of React, which listens at the body', async () => {
    const { page } = opened
    await page.goto(`${served.url}/actions`)
    await page.locator('fw-island[ok]').nth(1).waitFor({ state: 'attached' })
    await agentClicks(page, '"Ask"')
    await page.getByRole('button', { name: 'Pay in a portal' }).click()
    await expectCalls('pay human ok')
  })
})

describe("an agent's act through the same libraries", () => {
  test('needs approval to pay through a form of modular-forms, and may not sign in', async () => {
    const { page } = opened
    await agentClicks(page, '"Pay by form"')
    await expectCalls('pay agent ok')
    await agentFills(page, '"Email"', 'ada@example.org')
    await agentClicks(page, '"Sign in"')
    await expectCalls('login agent refused')
    expect(await page.locator('output').first().textContent()).toBe('')
  })

  test('may not sign in from a dialog of Kobalte', async () => {
    const { page } = opened
    await agentClicks(page, '"Open"')
    await agentClicks(page, '"Sign in here"')
    await expectCalls('login agent refused')
  })

  test('stays the act of an agent while a person uses the page', async () => {
    const { page } = opened
    await agentClicks(page, '"Pay by form"')
    for (let key = 0; key < 8; key++) await page.keyboard.press('Shift')
    // The panel of the pending call may cover the field, but the field still receives keys.
    await page.getByLabel('Method').press('End')
    await expectCalls('pay agent ok')
  })
})

describe('actions and effects of React', () => {
  const open = async (): Promise<Page> => {
    const { page } = opened
    await page.goto(`${served.url}/actions`)
    await page.locator('fw-island[ok]').nth(1).waitFor({ state: 'attached' })
    await call(page, 'Forms.idle')
    return page
  }
  const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test.each(['action', 'form action', 'effect'])("a person's pays as the person's: %s", async (way) => {
    const page = await open()
    await click(page, `Pay by ${way}`)
    await expectCalls('pay human ok')
  })

  test.each(['action', 'form action', 'effect'])("an agent's needs approval: %s", async (way) => {
    const page = await open()
    await agentClicks(page, `"Pay by ${way}"`)
    await expectCalls('pay agent ok')
  })

  test("an agent's action needs approval behind a person's, which React continues with it", async () => {
    const page = await open()
    await click(page, 'Wait')
    await agentClicks(page, '"Pay by action"')
    await expectCalls('pay agent ok')
  })

  test.each(['before it renders', 'before its effects'])(
    "an agent's effect needs approval, also if a person presses something while the component works, %s",
    async (when) => {
      const page = await open()
      const ref = await findRef(page, `"Late ${when}"`)
      const place = await page.getByRole('button', { name: 'Ask', exact: true }).boundingBox()
      await page.evaluate((to) => void window.fw?.call('ui_click', { ref: to }), ref)
      await page.waitForTimeout(450)
      await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5)
      await expectCalls('pay agent ok')
    },
  )

  test("a person's action pays as the person's behind an agent's", async () => {
    const page = await open()
    await agentClicks(page, '"Wait"')
    await click(page, 'Pay by action')
    await expectCalls('pay human ok')
  })

  test('an agent fills a field of React, whose component sees the change', async () => {
    const page = await open()
    await agentFills(page, '"Name"', 'Ada')
    await page.getByText('0 Ada').waitFor()
  })
})
