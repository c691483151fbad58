/** Runs the calls and tables of `docs/guide/intents.md` in Chromium, on its built app. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { personClicks } from '../browser/closed-root.ts'
import { buildApp, startBuilt } from '../compiler/build/app-copy.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(root, 'docs/guide/intents.md'), 'utf8')
const sources = [...text.matchAll(/^```tsx?\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm)]
/** An expression and its expected result. */
const calls = [...(/^```js\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '').matchAll(/^(.+)\n\/\/ (.+)$/gm)].map(
  ([, code = '', answer = '']) => ({ code, answer }),
)
const rowsOf = (heading: string) => {
  const [, table = ''] = text.split(`\n| ${heading} `)
  const lines = table.split('\n').slice(2)
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const app = mkdtempSync(join(tmpdir(), 'fw-intents-'))
let built: Awaited<ReturnType<typeof startBuilt>>
let chromium: Chromium
let page: Page

beforeAll(async () => {
  writeFileSync(join(app, 'package.json'), '{ "name": "tea", "private": true, "type": "module" }\n')
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
  for (const [, path = '', code = ''] of sources) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), code)
  }
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
  ;[built, chromium] = await Promise.all([startBuilt(app), launchChromium()])
  await chromium.context.addInitScript(() => {
    const offered: string[] = []
    const registerTool = ({ name }: { name: string }) => void offered.push(name)
    Object.assign(window, { offered })
    Object.defineProperty(document, 'modelContext', { value: { registerTool } })
  })
})
afterAll(async () => {
  await chromium?.close()
  await built?.stop()
  rmSync(app, { recursive: true, force: true })
})
beforeEach(async () => {
  page = (await chromium.open(built.url)).page
  await page.locator('fw-island[ok]').waitFor()
})
afterEach(() => page.close())

type Answer = { ok: true; result: { outline: string } } | { ok: false; code: string }
const call = (name: string, input: unknown = {}) =>
  page.evaluate(([tool, given]) => window.fw?.call(tool, given), [name, input] as const) as Promise<Answer>
const status = () => page.getByRole('status').first()
const refTo = async (what: string) => {
  const answer = await call('ui_read_page')
  const line = answer.ok ? answer.result.outline.split('\n').find((one) => one.includes(what)) : ''
  return /\[(e\d+)\]/.exec(line ?? '')?.[1] ?? `nothing for ${what}`
}
/** Adds an element with this HTML to the page. */
const draw = (html: string) =>
  page.evaluate((html) => document.querySelector('section')?.insertAdjacentHTML('beforeend', html), html)
/** Converts a comment of the page into a pattern, in which `…` matches any text. */
const patternOf = (answer: string) =>
  new RegExp(
    `^${answer
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+?')}$`,
  )

test('its calls return the results in the comments below them', async () => {
  expect(calls).toHaveLength(7)
  for (const { code, answer } of calls) {
    const given = (await page.evaluate(`(async () => JSON.stringify(${code}))()`)) as string
    expect(given, code).toMatch(patternOf(answer))
  }
})

test('a click by the user runs at once, also while a call by an agent is pending', async () => {
  await page.getByRole('button', { name: 'Add sencha' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect.poll(() => status().textContent()).toBe('Paid: R-450')
})

describe('calls that require approval', () => {
  const rows = rowsOf('the agent')
  /** The agent's call, and the check that it has run. */
  const ACTS: Readonly<Record<string, { act(): Promise<unknown>; ran(): Promise<string> }>> = {
    'calls `TeaDesk.rename`': {
      act: () => call('TeaDesk.rename', { text: 'Hello' }),
      ran: async () => ((await status().textContent()) === 'Hello' ? 'it runs' : 'nothing runs'),
    },
    'calls `basket.clear`': {
      act: () => call('basket.clear'),
      ran: async () =>
        (await page.evaluate(() => JSON.stringify(window.fw?.stores.basket))) === '{"lines":[]}'
          ? 'it runs'
          : 'nothing runs',
    },
    'calls `TeaDesk.checkout`': {
      act: () => call('TeaDesk.checkout'),
      ran: async () => `\`${await status().textContent()}\``,
    },
    'clicks "Pay"': {
      act: async () => call('ui_click', { ref: await refTo('"Pay"') }),
      ran: async () => `\`${await status().textContent()}\``,
    },
  }

  test('every row is run', () => {
    expect(rows.map(([what]) => what)).toEqual(Object.keys(ACTS))
  })

  const both = rows.flatMap(([what = '', waiting = '', approved = '', rejected = '']) => [
    { decision: 'approve' as const, what, waiting, end: approved },
    { decision: 'reject' as const, what, waiting, end: rejected },
  ])
  test.each(both)('$decision: the agent $what', async ({ decision, what, waiting, end }) => {
    // The panel renders in a closed shadow root, which only the test can read.
    const tools = await page.context().newCDPSession(page)
    await call('basket.add', { sku: 'sencha' })
    const { act, ran } = ACTS[what] ?? { act: async () => undefined, ran: async () => '' }
    expect(await act()).toMatchObject({ ok: true })
    const { root: tree } = await tools.send('DOM.getDocument', { depth: -1, pierce: true })
    const shown = /the panel shows `(\w+)`, before and after/.exec(waiting)?.[1]
    if (shown === undefined) expect(await ran()).toBe(waiting)
    else expect(JSON.stringify(tree)).toMatch(new RegExp(`"nodeValue":"${shown}(?:\\.|\\[|")`))
    await page.evaluate(() => window.fw?.settled())
    await personClicks(page, decision)
    await expect.poll(ran).toBe(end)
  })
})

describe('the page as tools', () => {
  const rows = rowsOf('call')
  const SETTINGS: Readonly<Record<string, () => Promise<Answer>>> = {
    'a link to `/_fw/proposals`': async () => call('ui_click', { ref: await refTo('Pending calls') }),
    'a password field, also if its text is shown': async () => {
      await draw('<input type="password" aria-label="Secret">')
      await page.getByLabel('Secret').evaluate((field) => field.setAttribute('type', 'text'))
      return call('ui_fill', { ref: await refTo('"Secret"'), value: 'x' })
    },
    'a file field': async () => {
      await draw('<input type="file" aria-label="Picture">')
      return call('ui_fill', { ref: await refTo('"Picture"'), value: 'x' })
    },
    'a payment card or a one-time code': async () => {
      await draw('<input autocomplete="cc-number" aria-label="Card">')
      return call('ui_fill', { ref: await refTo('"Card"'), value: 'x' })
    },
    'a button inside `data-fw-approval`': async () => {
      await draw('<p class="own"><button>Yes</button></p>')
      const ref = await refTo('"Yes"')
      await page.locator('.own').evaluate((node) => node.setAttribute('data-fw-approval', ''))
      return call('ui_click', { ref })
    },
    'a disabled button': async () => {
      await draw('<button disabled>Off</button>')
      return call('ui_click', { ref: await refTo('"Off"') })
    },
    'a button that was removed': async () => {
      await draw('<button class="gone">Gone</button>')
      const ref = await refTo('"Gone"')
      await page.locator('.gone').evaluate((node) => node.remove())
      return call('ui_click', { ref })
    },
  }

  test.each(rows)('%s: %s', async (what = '', answer) => {
    const [, tool = '', input = '', setting = ''] = /^`(ui_\w+)` (?:`(.+)`$)?(.*)$/.exec(what) ?? []
    const given = input === '' ? await SETTINGS[setting]?.() : await call(tool, JSON.parse(input))
    expect(given?.ok === false && `\`${given.code}\``).toBe(answer)
    expect(page.url()).toBe(new URL('/', built.url).href)
  })

  test('the panel is in no outline', async () => {
    await call('TeaDesk.rename', { text: 'Hello' })
    const answer = await call('ui_read_page')
    expect(answer.ok && answer.result.outline).not.toMatch(/approv/i)
  })
})

test("tools are registered with the browser's own agents, but for the forbidden ones", async () => {
  const offered = () => page.evaluate(() => (window as unknown as { offered: string[] }).offered.sort())
  await expect
    .poll(offered)
    .toEqual(['TeaDesk__checkout', 'TeaDesk__rename', 'basket__add', 'basket__clear', 'till__pay'])
})
