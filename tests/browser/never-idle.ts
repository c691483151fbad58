import type { Page } from 'playwright-core'

/** In later documents the browser is never idle: it only calls functions back that set a time limit, as in a hidden page. */
export function makeNeverIdle(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const request = window.requestIdleCallback
    window.requestIdleCallback = (run, options) =>
      options?.timeout ? window.setTimeout(() => request(run, options), options.timeout) : 0
  })
}

/**
 * In later documents there is no `requestIdleCallback`, as in Safari, but while the modules of the page start there is an element
 * of a user with this name. Playwright's own scripts, which run later, need the function.
 */
export function replaceIdleWithElement(page: Page, tag: 'img' | 'object'): Promise<unknown> {
  return page.addInitScript((name) => {
    Reflect.deleteProperty(window, 'requestIdleCallback')
    const element = document.createElement(name)
    element.setAttribute('name', 'requestIdleCallback')
    const add = () => {
      document.body.append(element)
      Object.assign(window, { idleCallback: String(window.requestIdleCallback) })
    }
    document.addEventListener('readystatechange', add, { once: true })
    addEventListener('load', () => element.remove())
  }, tag)
}
