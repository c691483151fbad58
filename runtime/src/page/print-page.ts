/** From a rendered page to its document. What is the same for every caller is printed once. */
import type { PageMeta } from '#contract/page.ts'
import type { RenderedPage } from '#solid/render-page.ts'
import type { IslandInstance } from '#solid/render-state.ts'
import { headNodes } from '../head/head-nodes.ts'
import { printHeadNodes } from '../head/print-head.ts'
import { type DocumentOptions, htmlDocument } from './document.ts'
import { islandAssets } from './island-assets.ts'
import { buildName, navigatesWithin, navigationElement, speculationElement } from './navigation-element.ts'
import type { PageDocument, PageRequest } from './other-answers.ts'
import { pageLinks } from './page-links.ts'
import type { LoadedPage } from './page-source.ts'
import { pageStyles } from './page-styles.ts'
import type { PageOptions } from './pages.ts'
import { storeElement } from './store-element.ts'
import { streamDocument } from './stream-document.ts'

/** Prints the document of `page`, as a stream when parts of it are still to come. */
export type PagePrinter = (
  page: RenderedPage,
  loaded: Pick<LoadedPage, 'name' | 'module'>,
  meta: PageMeta,
  asked: PageRequest,
) => PageDocument

/** `warn` is told what was left out of a head. */
export function createPagePrinter(options: PageOptions, warn: (message: string) => void): PagePrinter {
  const printHead = createHeadPrinter(options, warn)
  const shellFor = createShells(options)
  return (page, loaded, meta, asked) => {
    const { pagePath, nonce, request } = asked
    const links = pagePath === undefined ? '' : printHeadNodes(pageLinks(pagePath, options), nonce)
    const head = printHead(loaded, meta, nonce) + links
    const [before, between, after] = shellFor(page, pageStyles(options, request), nonce)
    const sent = new Set<string>()
    const stores = page.stores.size === 0 ? '' : storeElement(page.instances, page.stores, nonce, sent)
    const isPlain = !hasScript(page, options) || !navigatesWithin(options)
    const rules = isPlain ? speculationElement(options, page.html, nonce) : ''
    const text = before + head + between + page.html + stores + rules + after
    return page.rest === undefined ? text : streamDocument(text, { ...page, rest: page.rest }, options, nonce, sent)
  }
}

type HeadPrinter = (loaded: Pick<LoadedPage, 'name' | 'module'>, meta: PageMeta, nonce: string | undefined) => string

/** What a page says of itself, kept where it says it once and for all. */
function createHeadPrinter(options: PageOptions, warn: (message: string) => void): HeadPrinter {
  const kept = new WeakMap<PageMeta, string>()
  const print: HeadPrinter = ({ name }, meta, nonce) =>
    printHeadNodes(
      headNodes(meta, options, (problem) => warn(`The head of ${name}: ${problem}`)),
      nonce,
    )
  return (loaded, meta, nonce) => {
    if (!options.keepRoutes || nonce !== undefined || loaded.module.meta !== meta) return print(loaded, meta, nonce)
    const known = kept.get(meta)
    if (known !== undefined) return known
    const head = print(loaded, meta, nonce)
    kept.set(meta, head)
    return head
  }
}

type Styles = Pick<DocumentOptions, 'stylesheets' | 'styleText'>

/** A document around its head nodes and its body: what stands before, between and after them. */
type Shell = readonly [before: string, between: string, after: string]

/** No document has it: it is no character of HTML. */
const GAP = '\0'
const MAX_SHELLS = 500

/** Shells differ by the islands in the page, and in little else. */
function createShells(options: PageOptions) {
  const kept = new Map<string, Shell>()
  const build = buildName(options)
  const app = build === undefined ? options : { ...options, build }
  const print = (page: RenderedPage, styles: Styles, nonce: string | undefined): Shell => {
    const [before = '', between = '', ...after] = printShell(page, styles, nonce, app).split(GAP)
    return [before, between, after.join(GAP)]
  }
  return (page: RenderedPage, styles: Styles, nonce: string | undefined): Shell => {
    const changes = nonce !== undefined || page.scripts !== '' || page.rest !== undefined
    if (changes || !options.keepRoutes || typeof options.stylesheets === 'function') return print(page, styles, nonce)
    const key = (styles.styleText === undefined ? '' : 'inline') + islandsKey(page.instances)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= MAX_SHELLS) kept.clear()
    const shell = print(page, styles, nonce)
    kept.set(key, shell)
    return shell
  }
}

/** Pages with the same islands, however many of each, have the same key. */
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

type Shelled = PageOptions & Pick<DocumentOptions, 'build'>

function printShell(page: RenderedPage, styles: Styles, nonce: string | undefined, options: Shelled): string {
  const { islandModules: modules, runtimeUrl, clientEntryUrl, lang, favicon, build } = options
  const { instances, scripts } = page
  const isStreamed = page.rest !== undefined
  const assets = islandAssets({ instances, scripts, modules, runtimeUrl, nonce, isStreamed })
  return htmlDocument({
    html: GAP,
    head: GAP,
    ...styles,
    ...(lang === undefined ? {} : { lang }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(build === undefined ? {} : { build }),
    ...assets,
    scripts: [...(assets.scripts ?? []), ...(clientEntryUrl === undefined ? [] : [clientEntryUrl])],
    ...(hasScript(page, options) && { headEnd: (assets.headEnd ?? '') + navigationElement(options, nonce) }),
  })
}

function hasScript({ instances }: RenderedPage, { clientEntryUrl }: PageOptions): boolean {
  return instances.length > 0 || clientEntryUrl !== undefined
}
