/** What a document says about navigation within the app: which build it is of, and the runtime that follows its links. */
import type { NavigationConfig } from '#contract/config.ts'
import { escapeHtml, scriptJson } from '#wire/html.ts'
import { nonceAttribute } from './document.ts'
import type { PageAddresses } from './page-addresses.ts'
import type { PageOptions } from './pages.ts'

type NavigationOptions = Pick<
  PageOptions,
  'navigation' | 'navigationUrl' | 'islandModules' | 'runtimeUrl' | 'clientEntryUrl' | 'stylesheets' | 'styleText'
>

/** Which addresses a browser may prefetch. */
export interface PrefetchOptions {
  readonly pageAddresses: PageAddresses
}

/** Whether links of the app are followed within a document that has scripts. */
export function navigatesWithin({ navigation, navigationUrl }: NavigationOptions): boolean {
  return navigationUrl !== undefined && navigation?.spa !== false
}

/**
 * The module that loads the runtime once the browser has time, after what the page itself needs. Its data attributes are
 * what the runtime needs to know. Empty where links are followed plainly.
 */
export function navigationElement(options: NavigationOptions & PrefetchOptions, nonce: string | undefined): string {
  if (!navigatesWithin(options)) return ''
  const { prefetch = true, viewTransitions = false }: NavigationConfig = options.navigation ?? {}
  const pages = escapeHtml(options.pageAddresses.expression)
  const flags = (prefetch ? ` data-prefetch="${pages}"` : '') + (viewTransitions ? ' data-transitions' : '')
  // Safari has no requestIdleCallback.
  const load = `(self.requestIdleCallback??(f=>setTimeout(f,200)))(()=>import(${scriptJson(options.navigationUrl)}))`
  return `<script type="module" id="fw-navigation"${nonceAttribute(nonce)}${flags}>${load}</script>`
}

/** Registers the app's service worker, once the page has what it needs itself. Empty where the app does so, or has none. */
export function workerElement(
  { serviceWorkerUrl, serviceWorker }: Pick<PageOptions, 'serviceWorkerUrl' | 'serviceWorker'>,
  nonce: string | undefined,
): string {
  if (serviceWorkerUrl === undefined || serviceWorker?.register === false) return ''
  const register = `navigator.serviceWorker?.register(${scriptJson(serviceWorkerUrl)}).catch(console.warn)`
  return `<script type="module" id="fw-worker"${nonceAttribute(nonce)}>addEventListener("load",()=>${register})</script>`
}

/**
 * Names the browser files of a build: pages of two builds must not meet in one document. Undefined where links are
 * followed plainly.
 */
export function buildName(options: NavigationOptions): string | undefined {
  if (!navigatesWithin(options)) return undefined
  const { islandModules, runtimeUrl, clientEntryUrl, navigationUrl, stylesheets, styleText } = options
  // In dev the lists grow with each file that is compiled, and addresses change with each edit that is shown in place.
  const isDev = typeof stylesheets === 'function'
  const links = isDev ? undefined : stylesheets
  const text = JSON.stringify([
    isDev ? undefined : islandModules?.modules,
    islandModules?.hydrate,
    runtimeUrl,
    clientEntryUrl,
    navigationUrl,
    links,
    styleText,
  ])
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash.toString(36)
}

/** Rules for links to pages of the app, without files, downloads, other targets, `external` and `nofollow`. */
function createRules({ patterns, exceptions }: PageAddresses) {
  return {
    prefetch: [
      {
        where: {
          and: [
            { href_matches: patterns },
            { not: { href_matches: ['/_fw/*', '/*.*', ...exceptions] } },
            { not: { selector_matches: '[download],[target],[rel~=external],[rel~=nofollow]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  }
}

/**
 * Which links of a page without a script of ours the browser may fetch ahead: no program, and the one help that such a
 * page can have. Where the navigation runtime runs it fetches by itself, since what the browser holds is for the browser.
 * Empty for a page without links.
 */
export function speculationElement(
  { navigation: { prefetch = true, speculationRules = true } = {}, pageAddresses }: NavigationOptions & PrefetchOptions,
  html: string,
  nonce: string | undefined,
): string {
  if (!prefetch || !speculationRules || !html.includes('<a ')) return ''
  return `<script type="speculationrules" id="fw-speculation"${nonceAttribute(nonce)}>${scriptJson(createRules(pageAddresses))}</script>`
}
