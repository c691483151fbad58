/** Pages of parts that an agent opens or fills, and the origins of the calls that a person's gesture causes there. */
import type { Page } from 'playwright-core'
import { agentPages } from '../../agent-pages.ts'
import { call, findRef } from '../act-as-agent.ts'

/** Opens pages in a browser with windows, because the focus can leave the page for them. Call it in the file of the tests. */
export function surfacePages(path = '/surfaces') {
  const pages = agentPages(undefined, { windowed: true })
  return {
    async open(): Promise<Page> {
      const page = await pages.open(path)
      await page.locator('[data-ready=true]').waitFor()
      return page
    },
    /** Fills a field as an agent. */
    fill: async (page: Page, name: string, value: string) =>
      call(page, 'ui_fill', { ref: await findRef(page, `"${name}"`), value }),
    /** Presses a button as a person. */
    press: (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click(),
    /** Returns the origins of the calls that a person causes by a gesture. */
    async listOrigins(page: Page, gesture: () => Promise<unknown>): Promise<readonly string[]> {
      const before = pages.server.audit.length
      await gesture()
      // A call may be on its way, and one that must not happen would be, too.
      await page.waitForTimeout(300)
      await page.waitForLoadState('networkidle')
      return pages.server.audit.slice(before).map(({ origin }) => origin)
    },
  }
}
