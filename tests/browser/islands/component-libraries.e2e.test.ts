/** Libraries of Solid components as apps use them: rendered on the server, hydrated and clicked, in a build and in dev. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const FILES = {
  'package.json': JSON.stringify({
    name: 'libraries',
    private: true,
    type: 'module',
    dependencies: {
      '@fw/runtime': '*',
      '@kobalte/core': '*',
      '@modular-forms/solid': '*',
      'solid-icons': '*',
      'solid-js': '*',
      'solid-sonner': '*',
    },
  }),
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/components/kobalte.tsx': `import { Collapsible } from '@kobalte/core/collapsible'
import { Dialog } from '@kobalte/core/dialog'
import { Switch } from '@kobalte/core/switch'
import { createSignal } from 'solid-js'
export function Kobalte() {
  const [on, setOn] = createSignal(false)
  return (
    <section>
      <Collapsible>
        <Collapsible.Trigger id="more">more</Collapsible.Trigger>
        <Collapsible.Content id="details">details</Collapsible.Content>
      </Collapsible>
      <Switch checked={on()} onChange={setOn} id="switch">
        <Switch.Label>sound</Switch.Label>
        <Switch.Input id="sound" />
        <Switch.Control id="control"><Switch.Thumb /></Switch.Control>
      </Switch>
      <output id="state">{on() ? 'on' : 'off'}</output>
      <Dialog>
        <Dialog.Trigger id="open">open</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content id="dialog">
            <Dialog.Title>A dialog</Dialog.Title>
            <Dialog.CloseButton id="close">close</Dialog.CloseButton>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog>
    </section>
  )
}
`,
  'src/components/toasts.tsx': `import { Toaster, toast } from 'solid-sonner'
export function Toasts() {
  return (
    <section>
      <button id="toast" onClick={() => toast('Bread is ready')}>toast</button>
      <Toaster />
    </section>
  )
}
`,
  'src/components/sign-up.tsx': `import { createForm, required } from '@modular-forms/solid'
import { createSignal } from 'solid-js'
type Account = { email: string }
export function SignUp() {
  const [sent, setSent] = createSignal('')
  const [, { Form, Field }] = createForm<Account>()
  return (
    <Form id="form" onSubmit={({ email }) => { setSent(email) }}>
      <Field name="email" validate={[required('Write an address.')]}>
        {(field, props) => <><input {...props} id="email" value={field.value ?? ''} /><em id="problem">{field.error}</em></>}
      </Field>
      <button id="submit">send</button>
      <output id="sent">{sent()}</output>
    </Form>
  )
}
`,
  'src/components/icons.tsx': `import { AiFillBell } from 'solid-icons/ai'
import { createSignal, Show } from 'solid-js'
export function Icons() {
  const [shown, setShown] = createSignal(true)
  return <section><button id="ring" onClick={() => setShown(!shown())}>ring</button><Show when={shown()}><AiFillBell class="bell" size={20} /></Show></section>
}
`,
  'src/routes/index.tsx': `import { AiFillHome } from 'solid-icons/ai'
import { Icons } from '../components/icons.tsx'
import { Kobalte } from '../components/kobalte.tsx'
import { SignUp } from '../components/sign-up.tsx'
import { Toasts } from '../components/toasts.tsx'
export default () => <main><h1><AiFillHome id="home" /> Libraries</h1><Kobalte /><SignUp /><Icons /><Toasts /></main>
`,
}

let app: WrittenApp
let chromium: Chromium
beforeAll(async () => {
  app = writeApp(FILES)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

async function useLibraries({ url, log }: Running): Promise<void> {
  const html = await (await fetch(url)).text()
  // On the server, before any script runs.
  expect(html).toMatch(/<h1>(?:<!--\$-->)?<svg [^>]*viewBox="0 0 1024 1024"/)
  expect(html).toMatch(/<button [^>]*id="more"[^>]*>more<\/button>/)
  expect(html).toMatch(/<input [^>]*id="email"/)
  expect(html).toMatch(/<svg [^>]*class="bell\b/)
  const { page, logs } = await chromium.open(url)
  await page.locator('fw-island[ok]').nth(3).waitFor({ state: 'attached' })
  expect(await page.locator('fw-island[ok]').count()).toBe(4)

  expect(await page.locator('#details').count()).toBe(0)
  await page.locator('#more').click()
  await page.locator('#details').waitFor()
  expect(await page.locator('#more').getAttribute('aria-expanded')).toBe('true')
  await page.locator('#sound').press('Space')
  await expect.poll(() => page.locator('#state').textContent()).toBe('on')
  await page.locator('#open').click()
  await page.getByRole('dialog', { name: 'A dialog' }).waitFor()
  await page.locator('#close').click()
  await page.locator('#dialog').waitFor({ state: 'detached' })

  await page.locator('#submit').click()
  await expect.poll(() => page.locator('#problem').textContent()).toBe('Write an address.')
  await page.locator('#email').fill('ada@example.org')
  await page.locator('#submit').click()
  await expect.poll(() => page.locator('#sent').textContent()).toBe('ada@example.org')

  await page.locator('#ring').click()
  await page.locator('.bell').waitFor({ state: 'detached' })
  await page.locator('#ring').click()
  expect(await page.locator('.bell').getAttribute('viewBox')).toBe('0 0 1024 1024')

  await page.locator('#toast').click()
  await page.getByText('Bread is ready').waitFor()
  expect(logs.filter((line) => /error|warning/i.test(line))).toEqual([])
  expect(log()).not.toMatch(/"level":"error"|error:/)
  await page.close()
}

test('Kobalte, solid-sonner, modular-forms and solid-icons in fw build and fw start', async () => {
  const served = await app.start()
  try {
    await useLibraries(served)
  } finally {
    await served.stop('SIGTERM')
  }
}, 120_000)

test('the same in fw dev', async () => {
  const served = await app.dev()
  try {
    await useLibraries(served)
  } finally {
    await served.stop('SIGINT')
  }
}, 120_000)
