/** Tabs of a browser profile, which show one page after another: a new tab takes a third of the CPU time of a page. */
import type { BrowserContext, ConsoleMessage, Disposable, Page, Request } from 'playwright-core'

/** Methods of a page whose effects outlast its document and aren't undone. */
const LASTING = [
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeWebSocket',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
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
  const undoChanges = recordChanges(page)
  page.close = async (options) => {
    await waitForDocument()
    const isUsed = origins.size > 1 || (shown.get(page) ?? 0) >= MAX_PAGES
    page.close = close
    const isLikeNew = (await undoChanges().catch(() => false)) && !isUsed && (await clearStorage(page))
    // Also before the tab is closed: its next document may be arriving, although its request isn't known yet.
    if ((await leaveDocument(page)) && isLikeNew) idle.set(context, [...(idle.get(context) ?? []), page])
    else await close(options)
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

/**
 * Records changes of the tab itself. The returned function ends that, undoes the changes, and returns `false` if it can't undo
 * all of them.
 */
function recordChanges(page: Page): () => Promise<boolean> {
  const size = page.viewportSize()
  const undo: (() => unknown)[] = []
  const ends: (() => void)[] = []
  let isLasting = false
  /** Calls `record` after each call of a method. */
  const after = <T extends object>(
    target: T,
    name: keyof T & string,
    record: (result: unknown, parameters: readonly unknown[]) => void,
  ) => {
    const method = target[name]
    if (typeof method !== 'function') throw new Error(`${name} is not a method of a page`)
    const value = (...parameters: unknown[]) => {
      const result = method.apply(target, parameters)
      record(result, parameters)
      return result
    }
    Object.defineProperty(target, name, { value, configurable: true })
    ends.push(() => Reflect.deleteProperty(target, name))
  }
  const keep = () => {
    isLasting = true
  }
  for (const name of LASTING) after(page, name, keep)
  after(page.keyboard, 'down', keep)
  after(page.mouse, 'down', keep)
  after(page.context(), 'newCDPSession', keep)
  after(page, 'addInitScript', (script) => undo.push(async () => (await (script as Promise<Disposable>)).dispose()))
  after(page, 'setViewportSize', () => undo.push(() => size && page.setViewportSize(size)))
  for (const name of ['on', 'once'] as const)
    after(page, name, (_page, [event, listener]) =>
      undo.push(() => page.off(event as 'dialog', listener as () => unknown)),
    )
  return async () => {
    for (const end of ends) end()
    if (isLasting || page.isClosed()) return false
    for (const one of undo) await one()
    return true
  }
}

async function clearStorage(page: Page): Promise<boolean> {
  return page
    .evaluate(() => sessionStorage.clear())
    .then(
      () => true,
      () => false,
    )
}

/** Leaves the document, and the one that is arriving. Returns `false` if the page doesn't let it go. */
async function leaveDocument(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++)
    try {
      await page.goto('about:blank', { timeout: 2_000 })
      // Otherwise the next document would find the pointer over its elements.
      await page.mouse.move(-1, -1)
      return true
    } catch (error) {
      if (!String(error).includes('interrupted by another navigation')) return false
      await page.waitForLoadState('load', { timeout: 2_000 }).catch(() => undefined)
    }
  return false
}
