/** Elements for navigation within the app: the name of the build, and the runtime that follows links. */
import type { NavigationConfig } from '#contract/config/config.ts'
import { escapeHtml, scriptJson } from '#wire/html.ts'
import { writeNonce } from './document.ts'
import type { PagePaths } from './page-paths.ts'
import type { PageOptions } from './pages.ts'

type NavigationOptions = Pick<
  PageOptions,
  'navigation' | 'navigationUrl' | 'islandModules' | 'runtimeUrl' | 'clientEntryUrl' | 'stylesheets' | 'styleText'
>

/** URLs that a browser may prefetch. */
export interface PrefetchOptions {
  readonly pageAddresses: PagePaths
}

/** Whether the runtime follows links of the app within a document that has scripts. */
export function navigatesWithin({ navigation, navigationUrl }: NavigationOptions): boolean {
  return navigationUrl !== undefined && navigation?.spa !== false
}

/**
 * Returns the module that loads the navigation runtime when the browser is idle, after the page's own resources. Its
 * data attributes configure the runtime. Empty if the browser follows links itself.
 */
export function writeNavigation(options: NavigationOptions & PrefetchOptions, nonce: string | undefined): string {
  if (!navigatesWithin(options)) return ''
  const { prefetch = true, viewTransitions = false }: NavigationConfig = options.navigation ?? {}
  const pages = escapeHtml(options.pageAddresses.expression)
  const flags = (prefetch ? ` data-prefetch="${pages}"` : '') + (viewTransitions ? ' data-transitions' : '')
  // Safari has no requestIdleCallback, but an element with this name in its place. Without a limit, a hidden page may never be idle.
  const load = `(self.requestIdleCallback instanceof Function?requestIdleCallback:f=>setTimeout(f,200))(()=>import(${scriptJson(options.navigationUrl)}),{timeout:2e3})`
  return `<script type="module" id="fw-navigation"${writeNonce(nonce)}${flags}>${load}</script>`
}

/**
 * Returns the script that registers the app's service worker after the page's own resources. Empty if the app
 * registers it itself or has none.
 */
export function writeWorkerRegistration(
  { serviceWorkerUrl, serviceWorker }: Pick<PageOptions, 'serviceWorkerUrl' | 'serviceWorker'>,
  nonce: string | undefined,
): string {
  if (serviceWorkerUrl === undefined || serviceWorker?.register === false) return ''
  const register = `navigator.serviceWorker?.register(${scriptJson(serviceWorkerUrl)}).catch(console.warn)`
  return `<script type="module" id="fw-worker"${writeNonce(nonce)}>addEventListener("load",()=>${register})</script>`
}

/**
 * Returns a name for the browser files of a build, because pages of two builds must not be combined in one document.
 * `undefined` if the browser follows links itself.
 */
export function hashBuild(options: NavigationOptions): string | undefined {
  return navigatesWithin(options) ? hashFiles(options) : undefined
}

/** Returns a name for the browser files of a build. `more` are URLs of other files. */
export function hashFiles(options: NavigationOptions, ...more: readonly (string | undefined)[]): string {
  const { islandModules, runtimeUrl, clientEntryUrl, navigationUrl, stylesheets, styleText } = options
  // In dev the lists grow with each compiled file, and URLs change with each hot update.
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
    ...more,
  ])
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash.toString(36)
}

/** Creates rules for links to pages of the app, except files, downloads, other targets, `external` and `nofollow`. */
function createRules({ patterns, exceptions }: PagePaths) {
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
 * Returns the speculation rules for a page without scripts, which lets the browser prefetch links. With the
 * navigation runtime they aren't needed: it prefetches itself, because it can't use the browser's prefetched
 * responses. Empty for a page without links.
 */
export function writeSpeculationRules(
  { navigation: { prefetch = true, speculationRules = true } = {}, pageAddresses }: NavigationOptions & PrefetchOptions,
  html: string,
  nonce: string | undefined,
): string {
  if (!prefetch || !speculationRules || !html.includes('<a ')) return ''
  return `<script type="speculationrules" id="fw-speculation"${writeNonce(nonce)}>${scriptJson(createRules(pageAddresses))}</script>`
}
