/** Windows that browsers show above the page, and so above the approval panel: picture-in-picture windows, and pickers of fields. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

const pages = agentPages(undefined, { windowed: true })

const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })

/** Runs code of the page in a click of the person. */
async function clickWith(page: Page, act: () => unknown): Promise<void> {
  await page.evaluate((code) => {
    const button = document.createElement('button')
    button.textContent = 'Act'
    document.body.prepend(button)
    // biome-ignore lint/security/noGlobalEval: the page has no other way to get code of the test
    button.addEventListener('click', () => void (async () => eval(`(${code})()`))())
  }, String(act))
  await page.getByRole('button', { name: 'Act', exact: true }).click()
}

interface WithPictures {
  readonly documentPictureInPicture: { readonly window: Window | null; requestWindow(): Promise<Window> }
}

/** Ways to open a window above the page, and to close it. */
const WINDOWS: Readonly<Record<string, readonly [open: () => unknown, isOpen: () => boolean, close: () => unknown]>> = {
  'of a document': [
    () => (window as unknown as WithPictures).documentPictureInPicture.requestWindow(),
    () => (window as unknown as WithPictures).documentPictureInPicture.window !== null,
    () => (window as unknown as WithPictures).documentPictureInPicture.window?.close(),
  ],
  'of a video': [
    async () => {
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')
      const video = document.createElement('video')
      video.muted = true
      video.srcObject = canvas.captureStream(30)
      document.body.append(video)
      setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50)
      await video.play()
      await video.requestPictureInPicture()
    },
    () => document.pictureInPictureElement !== null,
    () => document.exitPictureInPicture(),
  ],
}

describe('a picture-in-picture window', () => {
  test.each(Object.keys(WINDOWS))('disables the buttons for a while when it closes: %s', async (name) => {
    const [show, isOpen, close] = WINDOWS[name] ?? []
    const page = await pages.open('/desks', async (blank) => {
      await openShadows(blank)
      // The page of this test evaluates code.
      await blank.route('**/desks', async (route) => {
        const response = await route.fetch()
        const { 'content-security-policy': _, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
    })
    if (show) await clickWith(page, show)
    await expect.poll(() => page.evaluate(isOpen ?? (() => false))).toBe(true)
    await call(page, 'Desk.blind')
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    await page.evaluate(close ?? (() => undefined))
    await expect.poll(() => approve(page).isEnabled(), { interval: 5 }).toBe(false)
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    await approve(page).click()
    await expect.poll(() => page.locator('.desk b').first().textContent()).toBe('100')
  })
})

/** Fields, and how a script opens their picker. */
const PICKERS: Readonly<Record<string, readonly [html: string, open: (field: HTMLInputElement) => void]>> = {
  'a list': ['<select><option>a</option><option>b</option></select>', (field) => field.showPicker()],
  'a date': ['<input type="date">', (field) => field.showPicker()],
  'a color': ['<input type="color">', (field) => field.click()],
}

describe('a picker of a field', () => {
  test.each(Object.keys(PICKERS))("isn't opened by a script above the panel: %s", async (name) => {
    const [html, show] = PICKERS[name] ?? []
    const page = await pages.open('/desks', openShadows)
    await page.evaluate((code) => {
      document.querySelector('main')?.insertAdjacentHTML('afterbegin', `<p id="place">${code}</p>`)
    }, html ?? '')
    const field = page.locator('#place > *')
    const open = async () => {
      await field.evaluate(show as unknown as (field: Element) => void).catch(() => undefined)
      return field.evaluate((node) => node.matches(':open'))
    }
    await call(page, 'Desk.blind')
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    // With a gesture, a script may open a picker.
    await page.getByRole('heading', { name: 'Waiting for your approval' }).click()
    expect(await open()).toBe(false)
    await page.getByRole('button', { name: 'Decide later' }).click()
    expect(await open()).toBe(true)
  })
})
