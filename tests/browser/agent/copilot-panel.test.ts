/** `<Copilot/>` in a page with a strict Content-Security-Policy and a scripted model. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScriptedModel, ScriptedStep } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { hearAll, holdFrames, openShadows } from '../agent-pages.ts'
import { type AgentServer, serveScriptedApp } from '../agent-server.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { personClicks } from '../closed-root.ts'
import { auditPage, runAxe } from '../page-audit.ts'
import { call, readRefOfMovedField } from './act-as-agent.ts'
import { MARKDOWN, readMarkup } from './copilot-markdown.ts'
import { expectFolded, readText } from './panel-text.ts'

let model: ScriptedModel
let server: AgentServer
let chromium: Chromium
let opened: OpenPage
let page: Page

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveScriptedApp(() => model), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  server.ran.length = 0
  model = await strictModel()
})
afterEach(async () => {
  await opened.page.close()
  await model.close()
  expect(model.left).toBe(0)
})

async function open(...steps: readonly ScriptedStep[]): Promise<void> {
  model.add(...steps)
  opened = await chromium.open(`${server.url}/help`)
  page = opened.page
  await live()
}
const live = () => page.locator('.fw-copilot[data-status]').waitFor()
const field = () => page.getByRole('textbox', { name: 'Your message' })
const log = () => page.getByRole('log', { name: 'Conversation' })
const status = (name: string) => page.locator(`.fw-copilot[data-status=${name}]`).waitFor()

async function say(text: string): Promise<void> {
  await field().fill(text)
  await field().press('Enter')
}

/** Returns the conversation: one line per message, and the summary of each closed call. Reasoning is left out. */
const items = () =>
  page
    .locator('.fw-copilot-item:not(.fw-copilot-reasoning)')
    .evaluateAll((all) =>
      all.map((item) => (item.querySelector('summary') ?? item).textContent?.replace(/\s+/g, ' ').trim()),
    )

describe('the shell', () => {
  test('is rendered by the server, preserves text typed before hydration, and escapes its content', async () => {
    const html = await (await fetch(`${server.url}/help`)).text()
    expect(html).toContain('How can I help?')
    expect(html).toContain('Buy a pen &lt;b&gt;now&lt;/b&gt;')
    expect(html).toMatch(/<style id="fw-copilot-style" nonce="[^"]+">/)
    model.add('Hello.')
    opened = await chromium.open('about:blank')
    page = opened.page
    await page.route('**/assets/boot*', async (route) => {
      await field().fill('typed early')
      await route.continue()
    })
    await page.goto(`${server.url}/help`)
    await live()
    expect(await field().inputValue()).toBe('typed early')
    await field().press('Enter')
    await page.getByText('Hello.').first().waitFor()
    expect(opened.logs).toEqual([])
  })

  test('explains why no model is available, and accepts no message then', async () => {
    opened = await chromium.open(`${server.url}/setup`)
    page = opened.page
    await live()
    await page.getByRole('region', { name: 'Hilfe' }).waitFor()
    expect(await readText(page.getByRole('alert'))).toBe('No model is configured. Set ANTHROPIC_API_KEY.')
    expect(await field().isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    expect(await runAxe(page)).toEqual([])
    expect(opened.logs).toEqual([])
  })
})

describe('the field', () => {
  test('Enter sends, Shift+Enter and an input method do not, Escape stops', async () => {
    await open({ text: 'One two three four five six.', hang: 'within' }, 'Done.')
    await field().press('Enter')
    await field().pressSequentially('first')
    await field().press('Shift+Enter')
    await field().pressSequentially('second')
    const composing = (init: object) =>
      field().evaluate(
        (element, more) =>
          element.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
          ),
        init,
      )
    await composing({ isComposing: true })
    await composing({ keyCode: 229 })
    expect(await items()).toEqual([])
    await field().press('Enter')
    await status('answering')
    expect(await field().inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0)
    await say('too early')
    expect(await field().inputValue()).toBe('too early')
    expect(await readText(page.locator('.fw-copilot > [role=status]'))).toContain('A reply is in progress')
    await field().press('Escape')
    await status('ready')
    const [question, answer] = await items()
    expect(question).toBe('You: first second')
    expect(answer).toMatch(/^Assistant: One two/)
    await field().press('Enter')
    await page.getByText('Done.').first().waitFor()
    expect(opened.logs).toEqual([])
  })

  test('a suggestion is sent unchanged, and the focus returns to the field', async () => {
    await open('A pen.')
    const suggestion = page.getByRole('button', { name: 'Buy a pen <b>now</b>' })
    await suggestion.focus()
    await page.keyboard.press('Enter')
    await page.getByText('A pen.').first().waitFor()
    expect(await items()).toEqual(['You: Buy a pen <b>now</b>', 'Assistant: A pen.'])
    expect(await suggestion.count()).toBe(0)
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('a turn', () => {
  test('shows calls with their input and result, and announces the reply once', async () => {
    await open(
      { text: 'I order it.', calls: [{ name: 'api.shop.order', input: { item: 'pen\u202e<i>' } }] },
      'Ordered **one** pen.',
    )
    const said = await hearAll(page, '.fw-copilot > [role=status]')
    await say('A pen, please.')
    await page.getByText('Ordered one pen.').first().waitFor()
    await status('ready')
    expect(await items()).toEqual([
      'You: A pen, please.',
      'Assistant: I order it.',
      'api.shop.order done',
      'Assistant: Ordered one pen.',
    ])
    await page.locator('.fw-copilot-call summary').click()
    expect(await readText(page.getByRole('group', { name: 'Input' }))).toContain('"item": "pen\\u202e<i>"')
    expect(await readText(page.getByRole('group', { name: 'Result' }))).toContain('"ordered"')
    expect(await readText(page.locator('.fw-copilot-text strong'))).toBe('one')
    expect(said.at(-1)).toBe('Assistant: Ordered one pen.')
    await expectFolded(page.locator('.fw-copilot-reasoning').first(), 'The question needs a thought.')
    expect(said.length).toBeLessThan(5)
    expect(server.audit.at(-1)).toMatchObject({ tool: 'api.shop.order', origin: 'agent' })
    expect(opened.logs).toEqual([])
  })

  test('that ends before the page renders any of it is announced', async () => {
    await open({ calls: [{ name: 'api.shop.order', input: { item: 'pen' } }] }, 'Ordered.')
    const drawAgain = await holdFrames(page)
    await say('A pen, please.')
    const requested = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    await expect.poll(requested).toContainEqual(expect.stringContaining('/_fw/agent'))
    await drawAgain()
    await page.getByText('Ordered.').first().waitFor()
    await expect.poll(() => readText(page.locator('.fw-copilot > [role=status]'))).toBe('Assistant: Ordered.')
  })

  test('that fails shows the reason, and can be retried without losing anything', async () => {
    await open({ status: 400 }, 'Here.')
    await say('Where are you?')
    await status('failed')
    expect(await readText(page.getByRole('alert'))).toContain('Anthropic rejects the request.')
    await field().fill('a draft')
    expect(await items()).toEqual(['You: Where are you?'])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Here.').first().waitFor()
    await status('ready')
    expect(await items()).toEqual(['You: Where are you?', 'Assistant: Here.'])
    expect(await readText(page.locator('.fw-copilot-notice'))).toBe('')
    expect(await field().inputValue()).toBe('a draft')
  })

  test("scrolls to the end with the person's message, from any position", async () => {
    const long = Array.from({ length: 80 }, (_, line) => `Line ${line}.`).join('\n\n')
    await open(long, long)
    await say('Read to me.')
    await status('ready')
    const distance = () => log().evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
    expect(await distance()).toBeLessThan(2)
    await log().evaluate((element) => element.scrollTo(0, 100))
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await say('More.')
    await status('ready')
    await page.getByText('Line 79.').nth(1).waitFor()
    expect(await distance()).toBeLessThan(2)
  })

  test('new text does not scroll a person who reads further up', async () => {
    const long = Array.from({ length: 80 }, (_, line) => `Line ${line}.`).join('\n\n')
    let goOn: () => void = () => undefined
    const wait = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await open({ text: long, calls: [{ name: 'api.shop.order', input: { item: 'pen' } }] }, async () => {
      await wait
      return 'The end.'
    })
    await say('Read to me.')
    await page.locator('.fw-copilot-call[data-state=done]').waitFor()
    await log().evaluate((element) => element.scrollTo(0, 100))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    goOn()
    await page.getByText('The end.').first().waitFor({ state: 'attached' })
    const latest = page.getByRole('button', { name: 'To the newest message' })
    await latest.waitFor()
    expect(await log().evaluate((element) => element.scrollTop)).toBe(100)
    await latest.click()
    await page.getByText('The end.').first().waitFor()
    await latest.waitFor({ state: 'detached' })
  })

  test('starts again when it is cleared', async () => {
    await open('One.')
    await say('Hi.')
    await status('ready')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(items).toEqual([])
    await page.getByRole('button', { name: 'What is in my basket?' }).waitFor()
  })
})

describe('what waits for a person', () => {
  test('is shown as it was stored, in the dialog at once, and a click approves it', async () => {
    await open(
      { text: 'A gift of 1 cent.', calls: [{ name: 'api.shop.pay', input: { cents: 900 } }] },
      'Please approve 1 cent.',
      'Thank you.',
    )
    await say('Pay.')
    await page.locator('.fw-copilot-approval').waitFor()
    expect(await readText(page.locator('.fw-copilot-approval'))).toContain('cents900')
    expect(server.ran).toEqual([])
    await personClicks(page, 'approve')
    await page.getByText('Thank you.').first().waitFor({ state: 'attached' })
    expect(server.ran).toEqual(['pay 900'])
    await personClicks(page, 'later')
    expect((await items()).slice(-2)).toEqual(['You approved Pay.', 'Assistant: Thank you.'])
    expect(await page.locator('.fw-copilot-approval').count()).toBe(0)
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
    expect(opened.logs).toEqual([])
  })

  test('waits behind a button while the person is writing', async () => {
    let goOn: () => void = () => undefined
    const wait = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await open(
      async () => {
        await wait
        return { calls: [{ name: 'api.shop.pay', input: { cents: 5 } }] }
      },
      'It waits.',
      'As you wish.',
    )
    await say('Pay.')
    await field().pressSequentially('and then')
    goOn()
    await page.locator('.fw-copilot-approval').waitFor()
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
    await status('ready')
    await page.getByRole('button', { name: 'Review' }).click()
    await personClicks(page, 'reject')
    await page.getByText('As you wish.').first().waitFor({ state: 'attached' })
    expect(server.ran).toEqual([])
    expect((await items()).at(-2)).toBe('You rejected Pay.')
    expect(await field().inputValue()).toBe('and then')
  })

  test('of the page shows what would change, and is settled there', async () => {
    await open(
      { calls: [{ name: 'Desk.add', input: { by: 2 } }] },
      { calls: [{ name: 'Desk.buy', input: { cents: 7 } }] },
      'It waits.',
      'Bought.',
    )
    await page.locator('fw-island[ok] .desk').waitFor()
    await say('Buy.')
    await page.locator('.fw-copilot-approval', { hasText: 'Desk.buy' }).waitFor()
    await personClicks(page, 'approve')
    await page.getByText('Bought.').first().waitFor({ state: 'attached' })
    expect(server.ran).toEqual(['order for 7'])
    expect((await items()).slice(1, 3)).toEqual(['Add done', 'Desk.buy done'])
    expect(opened.logs).toEqual([])
  })

  test('no tool of the agent and no script of the page decides, or writes in the name of the person', async () => {
    model.add({ calls: [{ name: 'api.shop.pay', input: { cents: 5 } }] }, 'It waits.')
    opened = await chromium.open('about:blank')
    page = opened.page
    // So that the script finds the buttons at all.
    await openShadows(page)
    await page.goto(`${server.url}/help`)
    await live()
    await field().focus()
    expect(JSON.stringify(await call(page, 'ui_get_view_context', {}))).not.toMatch(/Your message|\[e\d+\]/)
    const ref = await readRefOfMovedField(page, '.fw-copilot')
    expect(await call(page, 'ui_fill', { ref, value: 'Obey.' })).toMatchObject({
      ok: false,
      code: 'forbidden',
      error: expect.stringContaining('no tool may write in this field'),
    })
    await say('Pay.')
    await page.getByRole('dialog', { name: 'Waiting for your approval' }).waitFor()
    await page.locator('.approve:enabled').waitFor()
    const outline = JSON.stringify(await page.evaluate(() => window.fw?.call('ui_read_page', {})))
    expect(outline).toContain('Add one')
    expect(outline).not.toMatch(/Your message|Review|Approve/)
    await page.evaluate(() => {
      const approve = document.querySelector('fw-approval')?.shadowRoot?.querySelector<HTMLElement>('.approve')
      if (!approve) throw new Error('There is no button.')
      approve.click()
      approve.focus()
      for (const type of ['keydown', 'keyup'])
        approve.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, composed: true }))
      for (const type of ['pointerdown', 'pointerup', 'click'])
        approve.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
    })
    await page.evaluate(() => window.fw?.settled())
    expect(server.ran).toEqual([])
    expect(await page.locator('.fw-copilot-approval').count()).toBe(1)
    await page.keyboard.press('Escape')
    await status('ready')
  })
})

describe('text of a model', () => {
  test('is rendered with a subset of Markdown: nothing is fetched, and links show their URL', async () => {
    await open(...MARKDOWN.map(([text]) => text))
    for (const [index, [, html]] of MARKDOWN.entries()) {
      await say('Go on.')
      await page.locator('.fw-copilot-words').nth(index).waitFor()
      await status('ready')
      const shown = await page.locator('.fw-copilot-words .fw-copilot-text').nth(index).evaluate(readMarkup)
      expect(shown).toBe(html)
    }
    expect(opened.requests.filter((path) => /secret|evil/.test(path) && !path.startsWith('/assets/'))).toEqual([])
    expect(opened.logs).toEqual([])
  })

  test('never breaks the page: long words, huge results, right to left, both widths, light and dark', async () => {
    const word = 'Donaudampfschifffahrt'.repeat(40)
    await open(
      { text: word, calls: [{ name: 'api.shop.order', input: { item: word.repeat(60) } }] },
      `שלום, זה עולה $5\n\n| ${word} | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`\n${word}\n\`\`\``,
    )
    await say(`${word} <b>`)
    await status('ready')
    await page.locator('.fw-copilot-call summary').click()
    expect(await readText(page.getByRole('group', { name: 'Result' }))).toMatch(/… and \d+ more characters\.$/)
    const text = page.locator('.fw-copilot-words .fw-copilot-text').last()
    expect(await text.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl')
    await page.evaluate(() => {
      document.querySelector('.desk')?.remove()
      document.documentElement.style.colorScheme = 'light dark'
      document.body.style.background = 'light-dark(#fff, #000)'
    })
    expect(await auditPage(page, 'panel')).toEqual([])
  })
})
