/**
 * Navigation within the document: for a link of the app, the page is fetched and replaces the current one. It uses
 * the browser's Navigation API, which handles history, scroll positions and overtaken navigations. Without that API,
 * and in every unexpected case, the browser loads the page itself.
 */
import { findNavigation } from '../calls/navigation-api.ts'
import { getAgentNavigation } from './agent-navigation.ts'
import { announcePage, startAnnouncing } from './announce.ts'
import { type FocusPlace, focusPlace, restoreFocus } from './focus-place.ts'
import { bare, loadPage, type NextPage, readPagePath } from './next-page.ts'
import { forgetPrefetched, startPrefetch, takePrefetched } from './prefetch.ts'

/** Marks a navigation by `navigate()`. */
export const ASKED = {}

/** The data of a history entry. */
interface Entry {
  /** The page that it showed. Entries that an app's own code creates belong to one page. */
  page: object
  /** Position of the focus when the user left. */
  focus?: FocusPlace | undefined
}

/** Number of entries to remember; pages of older ones are fetched again. */
const MAX_ENTRIES = 50
/** Entries by key. */
const entries = new Map<string, Entry>()
let shown = {}
/** Whether the browser itself is loading a page. */
let isLeaving = false
let options: DOMStringMap | undefined
/** Ends the navigation whose page is loading. */
let endLoad: (() => void) | undefined

/** Starts to follow links, configured by `#fw-navigation`. Does nothing without that element or without the API. */
export function startNavigation(): void {
  const element = document.querySelector<HTMLElement>('script#fw-navigation')
  if (options || !element || !findNavigation()) return
  options = element.dataset
  startAnnouncing()
  navigation.addEventListener('navigate', follow)
  // A form that leads to another page is sent (`send-forms.ts`).
  addEventListener('fw:form', (event) => {
    if (endLoad) event.preventDefault()
    endLoad?.()
    endLoad = undefined
  })
  navigation.addEventListener('currententrychange', () => navigation.transition || remember())
  remember()
  if (options.prefetch) startPrefetch(options.prefetch)
  // The user returned to a page of this document before this code was loaded.
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
 * Whether to handle a navigation: links and forms that a user or a script uses, calls of `navigate()`, and history
 * steps between pages. An agent's navigations are handled unless excluded here, because only requests sent from here
 * have its origin.
 */
function shouldHandle(event: NavigateEvent, isAgents: boolean): boolean {
  const { destination, info, sourceElement, navigationType } = event
  if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return false
  if (navigationType === 'reload' || !(isAgents || readPagePath(new URL(destination.url)))) return false
  if (navigationType === 'traverse') return entries.get(destination.key)?.page !== shown
  // An app that sets `location` wants the browser to load the page; older browsers don't report the source.
  const isLink = sourceElement === undefined ? event.userInitiated : sourceElement
  if (isAgents && !destination.sameDocument) return !isLeaving
  return info === ASKED || (isLink && !destination.sameDocument && !sourceElement?.closest('[rel~=external]')) || false
}

function follow(event: NavigateEvent): void {
  const agentHeaders = getAgentNavigation()?.readHeaders(event)
  if (!shouldHandle(event, agentHeaders !== undefined)) return
  endLoad = undefined
  const { destination, info, signal, navigationType, sourceElement } = event
  const { url: href, key } = destination
  const isReturn = navigationType === 'traverse'
  // An agent focuses no button, which the next key of a person would press.
  const focus = isReturn && !agentHeaders && entries.get(key)?.focus
  let page: NextPage | undefined | null
  const { href: before } = location
  const isAgents = agentHeaders !== undefined
  // Code and forms show a page again after a change. A link leads to its top.
  const keepsView = info === ASKED || (sourceElement && !sourceElement.closest('a,area')) || false
  const load = async () => {
    const held = takePrefetched(bare(href))
    // Code navigates because something has changed, such as after a form: a page from before that is outdated.
    const isUsable = !isAgents && info !== ASKED
    // A page that redirects couldn't be prefetched.
    page = (isUsable ? await held : undefined) ?? (await loadPage(bare(href), signal, agentHeaders))
    if (page) await page.view.loadStyles(page.next)
  }
  const left = entries.get(navigation.currentEntry?.key as string) // an undefined key isn't in the map
  if (left) left.focus = focusPlace()
  event.intercept({
    // The cache may have the page.
    focusReset:
      document.activeElement?.closest('fw-island[keep]') || (keepsView && new URL(href).pathname === location.pathname)
        ? 'manual'
        : 'after-transition',
    ...(keepsView && { scroll: 'manual' }),
    // Before the URL changes, so that an overtaken navigation has no effect.
    ...(!isReturn &&
      event.cancelable &&
      'NavigationPrecommitController' in globalThis && {
        async precommitHandler(controller) {
          const ended = new Promise<never>((_, reject) => {
            endLoad = reject
          })
          await Promise.race([load(), ended])
          if (signal.aborted) return
          endLoad = undefined
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
        // If the server returned the page of another URL, the browser has to load it to learn that.
        if (!page || page.url !== bare(location.href)) throw 0
        const transitions = options?.transitions === ''
        const isCurrent = () => !signal.aborted
        const isSame = await page.view.showPage({ ...page, event, before, keepsView, transitions, isCurrent })
        // Another navigation has shown its page.
        if (isSame === undefined) return
        shown = {}
        remember()
        forgetPrefetched()
        if (focus) restoreFocus(focus)
        if (!isSame) announcePage()
        document.dispatchEvent(new Event('fw:navigated'))
      } catch {
        if (page === null) leave('replace', before)
        // The URL is already correct.
        else runAsNavigation(() => location.reload())
      }
    },
  })
}

/** Lets the browser load the page itself. */
function leave(how: 'assign' | 'replace', href: string): void {
  isLeaving = true
  runAsNavigation(() => location[how](href))
  isLeaving = false
}

/** Runs code with the cause of the navigation in progress, once the tools of an agent are loaded. */
function runAsNavigation(run: () => void): void {
  const agent = getAgentNavigation()
  if (agent) agent.runAsNavigation(run)
  else run()
}
