import type { Page } from 'playwright-core'

/** In later documents the browser is never idle: it only calls functions back that set a time limit, as in a hidden page. */
export function makeNeverIdle(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const request = window.requestIdleCallback
    window.requestIdleCallback = (run, options) =>
      options?.timeout ? window.setTimeout(() => request(run, options), options.timeout) : 0
  })
}
