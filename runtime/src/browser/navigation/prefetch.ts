/** Prefetches the page of a link that a user is about to follow, within a budget. */
import { getAgentNavigation } from './agent-navigation.ts'
import { bare, loadPage, readPagePath } from './next-page.ts'

/** Time in milliseconds for which the pointer or the focus stays on a link before its page is fetched. */
const REST_MS = 80
/** Time in milliseconds for which a prefetched page may be used, because its content may change. */
const FRESH_MS = 10_000
/** Limits of concurrent requests and of stored pages. */
const MAX_RUNNING = 2
const MAX_HELD = 12

const held = new Map<string, ReturnType<typeof loadPage>>()
let running = 0
/** Matches path and query of the app's pages. */
let pages: RegExp
let resting: ReturnType<typeof setTimeout> | undefined

/**
 * Starts to watch the links of the document. `expression` matches path and query of the URLs that may be prefetched.
 */
export function startPrefetch(expression: string): void {
  pages = RegExp(expression)
  for (const type of ['pointerover', 'focusin', 'pointerdown']) document.addEventListener(type, rest)
  // See `announceSent`.
  addEventListener('fw:sent', forgetPrefetched)
}

/** Returns the page of a URL, if it is fetched or being fetched. Each page is returned once. */
export function takePrefetched(address: string): ReturnType<typeof loadPage> | undefined {
  // The focus of a click would fetch the page again that is being shown.
  clearTimeout(resting)
  const page = held.get(address)
  held.delete(address)
  return page
}

/** Discards prefetched pages when another page is shown or a call has ended: a page that is fetched then may have newer content. */
export function forgetPrefetched(): void {
  held.clear()
}

function rest(event: Event): void {
  const { target, type } = event
  clearTimeout(resting)
  // Prefetched pages have human origin.
  if (getAgentNavigation()?.readHeaders(event)) return
  const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]') // the document has none
  if (link) resting = setTimeout(() => prefetch(link), type === 'pointerdown' ? 0 : REST_MS)
}

function prefetch(link: HTMLAnchorElement): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } } // not in every browser
  if (link.target || link.hasAttribute('download') || /external|nofollow/.test(link.rel)) return
  const address = bare(link.href)
  const path = readPagePath(link)
  if (path === undefined || !pages.test(path + link.search) || address === bare(location.href) || held.has(address))
    return
  // The user requested reduced data usage, or has a slow connection.
  if (
    running >= MAX_RUNNING ||
    held.size >= MAX_HELD ||
    connection?.saveData ||
    /2g/.test(connection?.effectiveType as string)
  )
    return
  running++
  held.set(
    address,
    // The target of a redirect may be any URL.
    loadPage(address, undefined, undefined, 'error').finally(() => running--),
  )
  setTimeout(() => held.delete(address), FRESH_MS)
}
