/**
 * The loader: the only script that a page with islands starts with. Finds the islands, waits for what starts each, and
 * replays the event that woke one. Nothing of Solid is in here.
 */

import { COLD, causes, isListed, startIsland } from './start-island.ts'
import { installWindowFw } from './window-fw.ts'

/** Starts the islands of the page and keeps doing so for those that arrive later. Call once. */
export function boot(): void {
  for (const type of ['click', 'submit', 'input', 'change']) document.addEventListener(type, replayLater, true)
  for (const type of ['focusin', 'pointerover', 'touchstart']) document.addEventListener(type, wake, true)
  installWindowFw((island) => startIsland(island, scan))
  // The agent of a browser that has one may submit any form.
  if ('modelContext' in document || 'modelContext' in navigator) void window.fw?.settled()
  scanPage()
  // A loader that was not deferred sees only what has been parsed so far.
  for (const type of ['DOMContentLoaded', 'fw:part']) document.addEventListener(type, scanPage)
}

function scanPage(): void {
  scan(document)
}

function scan(root: ParentNode): void {
  if (!isListed()) return
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
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start)
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

/** One for all that wait for it: a list that has a listener stays, and must not hold an island whose page is gone. */
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

/** What usually comes before a click, so that the click finds the island live. */
function wake(event: Event): void {
  const island = findColdIsland(event)
  if (island) void startIsland(island, scan)
}

/** Holds an event back that a cold island would miss, and sends it again once the island is live. */
function replayLater(event: Event): void {
  const island = findColdIsland(event)
  if (!island) return
  const target = event.target as Element // coldIslandOf checked it
  if (/click|submit/.test(event.type)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const keep = causes.keep()
  void startIsland(island, scan).then(() => keep(() => target.isConnected && replay(event, target)))
}

function replay(event: Event, target: Element): void {
  // A dispatched submit event submits nothing when no handler prevents it; requestSubmit does what the person did.
  if (event instanceof SubmitEvent)
    (target as HTMLFormElement).requestSubmit(event.submitter) // only forms have it
  else {
    const again = new (event.constructor as typeof Event)(event.type, event) // of the event's own class
    replayed.add(again)
    target.dispatchEvent(again)
  }
}
