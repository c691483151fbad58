/** Tabs of a browser profile, which show one page after another: a new tab takes a third of the CPU time of a page. */
import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

/** Methods of a page whose effects outlast its document. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'on',
  'once',
  'route',
  'routeWebSocket',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setViewportSize',
] as const
/** The history of a tab has at most 50 entries. */
const MAX_PAGES = 15

const idle = new WeakMap<BrowserContext, Page[]>()
const shown = new WeakMap<Page, number>()

/** Receives the events of a page. */
export interface PageEvents {
  log(text: string): void
  request(request: Request): void
}

/**
 * Returns an empty page. If the test changes nothing that outlasts a document, closing it leaves the tab to the next page of
 * the profile.
 */
export async function openTab(context: BrowserContext, events: PageEvents): Promise<Page> {
  const page = idle.get(context)?.pop() ?? (await context.newPage())
  if (page.isClosed()) return openTab(context, events)
  shown.set(page, (shown.get(page) ?? 0) + 1)
  const origins = new Set<string>()
  const stop = listen(page, {
    log: events.log,
    request(request) {
      if (isDocument(page, request)) origins.add(new URL(request.url()).origin)
      events.request(request)
    },
  })
  const waitForDocument = followDocuments(page)
  const close = page.close.bind(page)
  const readChanged = watchChanges(page)
  page.close = async (options) => {
    await waitForDocument()
    const isChanged = readChanged() || origins.size > 1 || (shown.get(page) ?? 0) >= MAX_PAGES
    page.close = close
    if (isChanged || page.isClosed() || !(await clear(page))) await close(options)
    else idle.set(context, [...(idle.get(context) ?? []), page])
    stop()
  }
  return page
}

function listen(page: Page, events: PageEvents): () => void {
  const onConsole = (message: ConsoleMessage) => events.log(`${message.type()}: ${message.text()}`)
  const onError = (error: Error) => events.log(`pageerror: ${error.message}`)
  page.on('console', onConsole).on('pageerror', onError).on('request', events.request)
  return () => {
    page.off('console', onConsole).off('pageerror', onError).off('request', events.request)
  }
}

function isDocument(page: Page, request: Request): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame()
}

/**
 * Returns a function that waits until the document that was last requested is loaded: Chromium may never close a page whose
 * next document is arriving, as after a form that it sends.
 */
function followDocuments(page: Page): () => Promise<unknown> {
  let arriving: Promise<unknown> = Promise.resolve()
  const follow = (request: Request) => {
    if (!isDocument(page, request)) return
    const isRequest = (other: Request) => other === request
    arriving = Promise.race([
      page.waitForEvent('framenavigated', { predicate: (frame) => frame === page.mainFrame() }),
      page.waitForEvent('requestfailed', { predicate: isRequest }),
    ]).catch(() => undefined)
  }
  page.on('request', follow)
  return async () => {
    page.off('request', follow)
    await arriving
    // A test may hold the requests of a page back.
    await page.waitForLoadState('load', { timeout: 2_000 }).catch(() => undefined)
  }
}

/** Returns a function that ends the watch and returns whether the tab itself was changed. */
function watchChanges(page: Page): () => boolean {
  let isChanged = false
  const watch = <T extends object>(target: T, name: keyof T & string) => {
    const method = target[name]
    if (typeof method !== 'function') throw new Error(`${name} is not a method of a page`)
    const changing = (...parameters: unknown[]) => {
      isChanged = true
      return method.apply(target, parameters)
    }
    Object.defineProperty(target, name, { value: changing, configurable: true })
    return () => void Reflect.deleteProperty(target, name)
  }
  const ends = [
    ...LASTING.map((name) => watch(page, name)),
    watch(page.keyboard, 'down'),
    watch(page.mouse, 'down'),
    watch(page.context(), 'newCDPSession'),
  ]
  return () => {
    for (const end of ends) end()
    return isChanged
  }
}

/** Leaves the document. Returns `false` if the page doesn't let it go. */
async function clear(page: Page): Promise<boolean> {
  try {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank', { timeout: 2_000 })
    // Otherwise the next document would find the pointer over its elements.
    await page.mouse.move(-1, -1)
    return true
  } catch {
    return false
  }
}
