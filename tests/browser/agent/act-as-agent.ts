/** Acts of an agent in the page: calls of `window.fw`. */
import type { Page } from 'playwright-core'

/** Calls a tool of the page and returns its result. */
export function call(page: Page, name: string, input?: unknown) {
  return page.evaluate(([tool, value]) => window.fw?.call(tool, value), [name, input] as const)
}

/** Returns the ref of the first element in the outline of the page whose line contains `text`. */
export async function findRef(page: Page, text: string): Promise<string | undefined> {
  const { result } = (await call(page, 'ui_read_page')) as { result: { outline: string } }
  const line = result.outline.split('\n').find((one) => one.includes(text))
  return /\[(e\d+)\]/.exec(line ?? '')?.[1]
}

/** Clicks the element with a name as an agent. */
export async function clickAsAgent(page: Page, name: string): Promise<unknown> {
  return call(page, 'ui_click', { ref: await findRef(page, `"${name}"`) })
}

/** Returns the reference of a field that an agent has read before it moved into the element. */
export async function readRefOfMovedField(page: Page, selector: string): Promise<string | undefined> {
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<label id="note">Note <input></label>'))
  const ref = await findRef(page, 'Note')
  await page.evaluate((to) => document.querySelector(to)?.append(document.getElementById('note') ?? ''), selector)
  return ref
}
