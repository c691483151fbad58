/**
 * Navigation within the document: a link of the app is followed by fetching the page and showing it in place of this one.
 * Built on the browser's Navigation API, which does history, scroll positions and the end of a navigation that another
 * one overtakes; where it is missing, and wherever anything is odd, the browser loads the page as it always did.
 */
import { announcePage, startAnnouncing } from './announce.ts'
import { type FocusPlace, focusPlace, restoreFocus } from './focus-place.ts'
import { agentNavigation, bare, isPageUrl, loadPage, type NextPage } from './next-page.ts'
import { forgetPrefetched, startPrefetch, takePrefetched } from './prefetch.ts'
import { showPage } from './show-page.ts'
import { loadStyles } from './update-head.ts'

/** Marks a navigation that `navigate()` asked for. */
export const ASKED = {}

/** What is known of an entry of the history. */
interface Entry {
  /** The page that it showed: entries that an app's own code makes belong to one page. */
  page: object
  /** Where the focus was when the person left. */
  focus?: FocusPlace | undefined
}

/** How many entries are known: what is older is fetched anew. */
const MAX_ENTRIES = 50
/** By key. */
const entries = new Map<string, Entry>()
let shown = {}
/** Whether the browser is asked to load a page by itself. */
let isLeaving = false
let options: DOMStringMap | undefined

/** Begins to follow links, as the document says in `#fw-navigation`. Without that, or without the API, does nothing. */
export function startNavigation(): void {
  const element = document.getElementById('fw-navigation')
  if (options || !element || !('navigation' in globalThis)) return
  options = element.dataset
  startAnnouncing()
  navigation.addEventListener('navigate', follow)
  navigation.addEventListener('currententrychange', () => navigation.transition || remember())
  remember()
  if (options.prefetch) startPrefetch(options.prefetch)
  // The person went back to a page of this document before there was anyone to show it.
  const { activation, currentEntry } = navigation
  if (currentEntry && activation?.entry && currentEntry.index < activation.entry.index) location.reload()
}

function remember(): void {
  const { currentEntry } = navigation
  if (!currentEntry) return
  entries.set(currentEntry.key, { page: shown })
  if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as string) // there are some
}

/**
 * Links and forms that a person or a script uses, what `navigate()` asks for, and steps in the history between pages. Of
 * what an agent opens, whatever is not left out here: only requests from here have its origin.
 */
function isForUs(event: NavigateEvent, isAgents: boolean): boolean {
  const { destination, info, sourceElement, navigationType } = event
  if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return false
  if (navigationType === 'reload' || !(isAgents || isPageUrl(new URL(destination.url)))) return false
  if (navigationType === 'traverse') return entries.get(destination.key)?.page !== shown
  // An app that sets `location` wants the browser to go there; older browsers do not say who asked.
  const isLink = sourceElement === undefined ? event.userInitiated : sourceElement
  if (isAgents && !destination.sameDocument) return !isLeaving
  return info === ASKED || (isLink && !destination.sameDocument && !sourceElement?.closest('[rel~=external]')) || false
}

function follow(event: NavigateEvent): void {
  const agentHeaders = agentNavigation.readHeaders?.(event)
  if (!isForUs(event, agentHeaders !== undefined)) return
  const { destination, signal, navigationType } = event
  const { url: href, key } = destination
  const isReturn = navigationType === 'traverse'
  const focus = isReturn && entries.get(key)?.focus
  let page: NextPage | undefined | null
  const { href: before } = location
  const load = async () => {
    const held = takePrefetched(bare(href))
    // A page that redirects couldn't be prefetched.
    page = (agentHeaders ? undefined : await held) ?? (await loadPage(bare(href), signal, agentHeaders))
    if (page) await loadStyles(page.next)
  }
  const left = entries.get(navigation.currentEntry?.key as string) // without one there is nothing
  if (left) left.focus = focusPlace()
  event.intercept({
    // What is kept may have it.
    focusReset: document.activeElement?.closest('fw-island[keep]') ? 'manual' : 'after-transition',
    // Before the address changes, so that a navigation that is overtaken leaves no trace.
    ...(!isReturn &&
      event.cancelable &&
      'NavigationPrecommitController' in globalThis && {
        async precommitHandler(controller) {
          await load()
          if (signal.aborted) return
          if (page === null) throw 0
          if (!page) {
            leave(navigationType === 'replace' ? 'replace' : 'assign', href)
            await new Promise(() => {})
          } else if (page.url !== bare(href)) controller.redirect(page.url + new URL(href).hash)
        },
      }),
    async handler() {
      if (!page) await load()
      if (signal.aborted) return
      try {
        // Where the server sent the page of another address, the browser has to find that out too.
        if (!page || page.url !== bare(location.href)) throw 0
        await showPage(page.next, event, options?.transitions === '')
        shown = {}
        remember()
        forgetPrefetched()
        if (focus) restoreFocus(focus)
        announcePage()
        document.dispatchEvent(new Event('fw:navigated'))
      } catch {
        if (page === null) leave('replace', before)
        // The address is right already.
        else location.reload()
      }
    },
  })
}

/** The browser loads the page by itself. */
function leave(how: 'assign' | 'replace', href: string): void {
  isLeaving = true
  location[how](href)
  isLeaving = false
}
