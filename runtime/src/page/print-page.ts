/** Prints the document of a rendered page. Parts that are the same for every caller are printed once. */
import { localeSource } from '#contract/page/locale.ts'
import { addLocale, inLocale, isPrefixed } from '#contract/page/locale-urls.ts'
import type { PageMeta } from '#contract/page/page.ts'
import type { PageLocale } from '#contract/page/page-locale.ts'
import type { RenderedDocument } from '#solid/render/render-page.ts'
import type { IslandInstance } from '#solid/render/render-state.ts'
import { createHeadNodes } from '../head/head-nodes.ts'
import { printHeadNodes } from '../head/print-head.ts'
import type { RenderedHeadNode } from '../head/rendered-node.ts'
import { DOCUMENT_END, type DocumentOptions, htmlDocument, writeNonce } from './document.ts'
import { writeFormElements } from './form-elements.ts'
import { createIslandAssets } from './island-assets.ts'
import { createLiveScriptWriter } from './live-element.ts'
import { writeMessages } from './messages-element.ts'
import {
  hashBuild,
  navigatesWithin,
  type PrefetchOptions,
  writeNavigation,
  writeSpeculationRules,
  writeWorkerRegistration,
} from './navigation-element.ts'
import type { PageDocument, PageRequest } from './other-replies.ts'
import { createLanguageLinks, createPageLinks } from './page-links.ts'
import type { PagePaths } from './page-paths.ts'
import type { LoadedPage } from './page-source.ts'
import { selectStyles } from './page-styles.ts'
import type { PageOptions } from './pages.ts'
import { writeStores } from './store-element.ts'
import { streamDocument } from './stream-document.ts'
import { whenReady } from './when-ready.ts'

/** Prints the document of `page`, as a stream if parts of it will follow. */
type PagePrinter = (
  page: RenderedDocument,
  loaded: Pick<LoadedPage, 'name' | 'module'>,
  meta: PageMeta,
  asked: PageRequest,
) => PageDocument | Promise<PageDocument>

/**
 * Creates the printer.
 *
 * @param warn Receives what was left out of a head.
 */
export function createPagePrinter(
  pageOptions: PageOptions,
  pageAddresses: PagePaths,
  warn: (message: string) => void,
): PagePrinter {
  const options = { ...pageOptions, pageAddresses }
  const printHead = createHeadPrinter(options, warn)
  const shellFor = createShells(options)
  const writeLiveScript = createLiveScriptWriter(options)
  return (page, loaded, meta, asked) => {
    const { pagePath, nonce, request } = asked
    const locale = localeSource.read?.()
    const own = locale === undefined ? meta : metaInLanguage(meta, pagePath, locale, options.siteUrl)
    const isWhole = loaded.module.live === true
    const head =
      printHead(loaded, own, nonce) +
      printHeadNodes(renderLinks(own, pagePath, locale, options), nonce) +
      writeNonceScript(page, options, nonce, isWhole)
    const [before, between, after] = shellFor(page, selectStyles(options, request), nonce, locale)
    const data = createData(page, options, locale, nonce)
    const hasPlainLinks = !hasScript(page, options) || !navigatesWithin(options)
    const rules = hasPlainLinks ? writeSpeculationRules(options, page.html, nonce) : ''
    const forms = hasScript(page, options) ? writeFormElements(page, asked, options) : ''
    const known = after.slice(0, -DOCUMENT_END.length)
    const text = before + head + between + page.html + data(page.instances) + forms + rules + known
    const writeEnd = (hasIslands: boolean) => {
      const script = writeLiveScript(page, asked, { isWhole, hasIslands })
      return whenReady(script, (live) => live + DOCUMENT_END)
    }
    const { rest, instances } = page
    return rest === undefined
      ? whenReady(writeEnd(instances.length > 0), (end) => text + end)
      : streamDocument(text, { ...page, rest }, { options, nonce, data, writeEnd })
  }
}

/** Prints the initial data of islands: messages and stores, each once per page, for the first part that needs it. */
function createData(
  { stores }: RenderedDocument,
  options: PageOptions,
  locale: PageLocale | undefined,
  nonce: string | undefined,
): (instances: readonly IslandInstance[]) => string {
  const sentStores = new Set<string>()
  const sentMessages = new Set<string>()
  return (instances) =>
    writeMessages(instances, options, locale, nonce, sentMessages) +
    (stores.size === 0 ? '' : writeStores(instances, stores, nonce, sentStores))
}

/** Sets the canonical URL of a page in its language: its own URL, unless the page sets another. */
function metaInLanguage(
  meta: PageMeta,
  pagePath: string | undefined,
  page: PageLocale,
  siteUrl: string | undefined,
): PageMeta {
  if (meta.canonical !== undefined) return { ...meta, canonical: inLocale(meta.canonical, page.locale, page) }
  if (siteUrl === undefined || pagePath === undefined) return meta
  return { ...meta, canonical: addLocale(pagePath, page.locale, page) }
}

/**
 * Creates the links of a page. For a page with another canonical URL, only the canonical page links to its languages.
 */
function renderLinks(
  meta: PageMeta,
  pagePath: string | undefined,
  locale: PageLocale | undefined,
  options: PageOptions,
): readonly RenderedHeadNode[] {
  if (pagePath === undefined) return []
  const links = createPageLinks(pagePath, options, locale)
  const isOwn = locale !== undefined && meta.canonical === addLocale(pagePath, locale.locale, locale)
  return isOwn ? [...links, ...createLanguageLinks(pagePath, options.siteUrl, locale)] : links
}

type HeadPrinter = (loaded: Pick<LoadedPage, 'name' | 'module'>, meta: PageMeta, nonce: string | undefined) => string

/** Creates the printer of heads. The head of a static `meta` is cached. */
function createHeadPrinter(options: PageOptions, warn: (message: string) => void): HeadPrinter {
  const cache = new WeakMap<PageMeta, string>()
  const print: HeadPrinter = ({ name }, meta, nonce) => {
    if (!meta.title && !options.title)
      warn(`${name} has no title. Set title in its meta, or for all pages in fw.config.ts.`)
    return printHeadNodes(
      createHeadNodes(meta, options, (problem) => warn(`The head of ${name}: ${problem}`)),
      nonce,
    )
  }
  return (loaded, meta, nonce) => {
    if (!options.keepRoutes || nonce !== undefined || loaded.module.meta !== meta) return print(loaded, meta, nonce)
    const known = cache.get(meta)
    if (known !== undefined) return known
    const head = print(loaded, meta, nonce)
    cache.set(meta, head)
    return head
  }
}

type Styles = Pick<DocumentOptions, 'stylesheets' | 'styleText'>

/** A document around its head nodes and its body: the strings before, between and after them. */
type Shell = readonly [before: string, between: string, after: string]

/** Never occurs in a document, because HTML doesn't allow the character. */
const GAP = '\0'
const MAX_SHELLS = 500

/** Creates the shells of documents. They differ by the islands of the page, and in little else. */
function createShells(options: PageOptions & PrefetchOptions) {
  const cache = new Map<string, Shell>()
  const build = hashBuild(options)
  const app = build === undefined ? options : { ...options, build }
  const print = (page: RenderedDocument, styles: Styles, nonce: string | undefined, locale?: PageLocale): Shell => {
    const [before = '', between = '', ...after] = printShell(page, styles, nonce, app, locale).split(GAP)
    return [before, between, after.join(GAP)]
  }
  return (page: RenderedDocument, styles: Styles, nonce: string | undefined, locale?: PageLocale): Shell => {
    const changes = nonce !== undefined || page.scripts !== '' || page.rest !== undefined
    if (changes || !options.keepRoutes || typeof options.stylesheets === 'function')
      return print(page, styles, nonce, locale)
    const key = (locale?.locale ?? '') + (styles.styleText === undefined ? '' : 'inline') + islandsKey(page.instances)
    const known = cache.get(key)
    if (known !== undefined) return known
    if (cache.size >= MAX_SHELLS) cache.clear()
    const shell = print(page, styles, nonce, locale)
    cache.set(key, shell)
    return shell
  }
}

/** Returns a key that is equal for pages with the same islands, however many of each. */
function islandsKey(instances: readonly IslandInstance[]): string {
  let key = ''
  let last: IslandInstance | undefined
  for (const instance of instances) {
    if (last === undefined || last.component !== instance.component || last.hydrate !== instance.hydrate)
      key += `\n${instance.component} ${instance.name} ${instance.hydrate}`
    last = instance
  }
  return key
}

type ShellOptions = PageOptions & PrefetchOptions & Pick<DocumentOptions, 'build'>

function printShell(
  page: RenderedDocument,
  styles: Styles,
  nonce: string | undefined,
  options: ShellOptions,
  locale: PageLocale | undefined,
): string {
  const { islandModules: modules, runtimeUrl, clientEntryUrl, favicon, preloadFonts, build } = options
  const lang = locale?.locale ?? options.lang
  const { instances, scripts } = page
  const isStreamed = page.rest !== undefined
  const assets = createIslandAssets({ instances, scripts, modules, runtimeUrl, nonce, isStreamed })
  return htmlDocument({
    html: GAP,
    head: GAP,
    ...styles,
    ...(lang === undefined ? {} : { lang }),
    ...(locale && { dir: locale.dir }),
    ...(locale && !isPrefixed(locale.defaultLocale, locale) && { unprefixedLocale: locale.defaultLocale }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(preloadFonts === undefined ? {} : { preloadFonts }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(build === undefined ? {} : { build }),
    ...assets,
    scripts: [...(assets.scripts ?? []), ...(clientEntryUrl === undefined ? [] : [clientEntryUrl])],
    ...(hasScript(page, options) && {
      headEnd: (assets.headEnd ?? '') + writeNavigation(options, nonce) + writeWorkerRegistration(options, nonce),
    }),
  })
}

/**
 * Returns an empty element, from which the browser learns the nonce of a page that has scripts only in its body: of late parts, or of
 * a live page. It can't trust a nonce in the body, where injected markup would be. Empty for other pages.
 */
function writeNonceScript(
  page: RenderedDocument,
  options: PageOptions,
  nonce: string | undefined,
  isLive: boolean,
): string {
  if (nonce === undefined || hasScript(page, options)) return ''
  const mayHaveScript = page.rest !== undefined || (options.liveUrl !== undefined && (isLive || page.hasRegions()))
  return mayHaveScript ? `<script type="application/json"${writeNonce(nonce)}></script>` : ''
}

function hasScript({ instances }: RenderedDocument, { clientEntryUrl }: PageOptions): boolean {
  return instances.length > 0 || clientEntryUrl !== undefined
}
