import { expect, test } from 'vitest'
import { call } from '../agent/act-as-agent.ts'
import { agentPages } from '../agent-pages.ts'

const pages = agentPages(undefined, { windowed: true })

test.each(['Button', 'Field'])(
  "the keys of a person who writes in a shadow root don't reach another element of it: %s",
  async (what) => {
    const page = await pages.open('/trees')
    await page.locator('[data-ready=true]').waitFor()
    await call(page, 'Trees.idle')
    await page.getByLabel('in the open root', { exact: true }).click()
    await page.keyboard.type('Dear')
    await call(page, `Rooted.focus${what}`)
    await page.waitForTimeout(700)
    const before = pages.server.ran.length
    const audited = pages.server.audit.length
    await page.keyboard.type('Ada', { delay: 40 })
    await page.keyboard.press('Enter')
    await page.waitForTimeout(400)
    expect(pages.server.audit.slice(audited).map(({ origin }) => origin)).toEqual([])
    expect(pages.server.ran.slice(before)).toEqual([])
  },
)

test("the next Enter of a person who did nothing doesn't press a button in an open root that an agent focused after another element of it", async () => {
  const page = await pages.open('/trees')
  await page.locator('[data-ready=true]').waitFor()
  await page.getByText('Words').click()
  await call(page, 'Rooted.focusBoth')
  await page.waitForTimeout(700)
  const before = pages.server.ran.length
  await page.keyboard.press('Enter')
  await page.waitForTimeout(400)
  expect(pages.server.ran.slice(before)).toEqual([])
})

test("a person's press moves the focus within a shadow root in the agent's turn", async () => {
  const page = await pages.open('/trees')
  await page.locator('[data-ready=true]').waitFor()
  await page.getByLabel('in the open root', { exact: true }).click()
  await call(page, 'Trees.idle')
  await page.getByLabel('sum in the open root').click()
  await page.keyboard.type('12')
  expect(await page.getByLabel('sum in the open root').inputValue()).toBe('12')
  const before = pages.server.ran.length
  await page.getByRole('button', { name: 'Pay in the open root' }).click()
  await expect.poll(() => pages.server.ran.slice(before)).toEqual(['pay 70'])
})
