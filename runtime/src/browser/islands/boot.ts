/**
 * The loader, which is the only script that a page with islands starts with. It finds the islands, waits for their
 * triggers, and replays the event that started one. It contains nothing of Solid.
 */

import { installWindowFw } from '../agent/window-fw.ts'
import { AGENT_DOCUMENTS } from '../calls/agent-document.ts'
import { TYPED_FIELDS } from '../reload/typed-key.ts'
import { readIslandMap } from './island-map.ts'
import { COLD, causes, startIsland } from './start-island.ts'

/** Starts the islands of the page, and those that arrive later. Call it once. */
export function boot(): void {
  for (const type of ['click', 'submit', 'input', 'change']) document.addEventListener(type, replayLater, true)
  for (const type of ['focusin', 'pointerover', 'touchstart']) document.addEventListener(type, wake, true)
  const start = (island: Element) => startIsland(island, scan)
  const loadAgent = installWindowFw(start)
  try {
    // A browser's own agent may submit any form, and call tools that islands offer.
    if ([document, navigator].some(offersTools) || AGENT_DOCUMENTS in sessionStorage) causes.agent = loadAgent()
    // The page has reloaded for a newer version of the app.
    if (TYPED_FIELDS in sessionStorage)
      void import('../reload/restore-fields.ts').then(({ restoreFields }) => restoreFields(start))
  } catch {
    // Some documents have no storage, such as sandboxed frames.
  }
  scanPage()
  // A loader that wasn't deferred sees only the content that has been parsed so far.
  for (const type of ['DOMContentLoaded', 'fw:part']) document.addEventListener(type, scanPage)
}

interface MaybeWithTools {
  readonly modelContext?: { readonly registerTool?: () => unknown }
}

/** Whether it has a model context. An image or a form of a user with this name would be a member of the document, too. */
function offersTools(owner: object): unknown {
  return (owner as MaybeWithTools).modelContext?.registerTool?.call
}

function scanPage(): void {
  scan(document)
}

function scan(root: ParentNode): void {
  if (!readIslandMap().h) return
  for (const island of root.querySelectorAll(COLD)) arm(island)
}

const armed = new WeakSet<Element>()

function arm(island: Element): void {
  if (armed.has(island)) return
  armed.add(island)
  const [when, argument = ''] = `${island.getAttribute('on')}`.split(/:(.*)/)
  const start = () => void startIsland(island, scan)
  if (when === 'idle') whenIdle(start)
  else if (when === 'visible') whenVisible(island, argument || '200px', start)
  else if (when === 'media') whenMatches(island, argument, start)
  else if (when !== 'interaction') start()
}

function whenIdle(start: () => void): void {
  // Safari has no requestIdleCallback, and an element with this name in its place, whose `typeof` may be "function". Without a
  // limit, a hidden page may never be idle.
  if (self.requestIdleCallback instanceof Function) requestIdleCallback(start, { timeout: 2e3 })
  else setTimeout(start, 200)
}

function whenVisible(island: Element, rootMargin: string, start: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      start()
    },
    { rootMargin },
  )
  // The island itself has no box (display: contents), unless it is still empty.
  observer.observe(island.firstElementChild ?? island)
}

/**
 * One list per query for all islands. A list with a listener is never collected, so it must not refer to an island
 * whose page is gone.
 */
const queries: Record<string, MediaQueryList> = {}

function whenMatches(island: Element, query: string, start: () => void): void {
  const media = queries[query] ?? matchMedia(query)
  queries[query] = media
  if (media.matches) start()
  else {
    armed.delete(island)
    media.onchange = scanPage
  }
}

const replayed = new WeakSet<Event>()

function findColdIsland(event: Event): Element | null {
  return event.target instanceof Element && !replayed.has(event) ? event.target.closest(COLD) : null
}

/** Starts an island at events that usually precede a click, so that it is interactive by then. */
function wake(event: Event): void {
  const island = findColdIsland(event)
  if (island) void startIsland(island, scan)
}

/** Holds back an event that an inactive island would miss, and dispatches it again once the island is active. */
function replayLater(event: Event): void {
  const island = findColdIsland(event)
  if (!island) return
  const target = event.target as Element // checked by findColdIsland
  if (/click|submit/.test(event.type)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const keep = causes.keep(event)
  void startIsland(island, scan).then(() => keep(() => target.isConnected && replay(event, target)))
}

function replay(event: Event, target: Element): void {
  // A dispatched submit event doesn't submit the form, so requestSubmit repeats the user's action.
  if (event instanceof SubmitEvent)
    (target as HTMLFormElement).requestSubmit(event.submitter) // only forms have it
  else {
    const again = new (event.constructor as typeof Event)(event.type, event) // of the event's own class
    replayed.add(again)
    target.dispatchEvent(again)
  }
}
