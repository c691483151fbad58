/**
 * A document whose late parts are sent when they are ready: first the page with its fallbacks, then each part, then
 * the end.
 */

import { NAVIGATION_HEADER } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { Redirect } from '#contract/page/navigation.ts'
import type { PagePart, RenderedDocument } from '#solid/render/render-page.ts'
import type { IslandInstance } from '#solid/render/render-state.ts'
import { escapeHtml } from '#wire/html.ts'
import { writeFormsScript } from './form-elements.ts'
import { writeLateIslandAssets } from './island-assets.ts'
import { type PrefetchOptions, writeNavigation, writeWorkerRegistration } from './navigation-element.ts'
import { isInDocument } from './page-styles.ts'
import type { PageOptions } from './pages.ts'

/** Crawlers that identify as a browser. */
const CRAWLER = /bot\b|crawl|spider|slurp|preview|externalhit|embed|archiver|validator|scrape/i

/**
 * Whether parts may be sent late: a browser inserts them with a script. All other clients (crawlers, programs, the
 * navigation runtime, HEAD) get the whole page, with the status that its last part leads to.
 */
export function acceptsParts(request: Pick<FwRequest, 'method' | 'header'>): boolean {
  if (request.method !== 'GET' || request.header(NAVIGATION_HEADER) !== undefined || isInDocument(request)) return false
  const agent = request.header('user-agent') ?? ''
  const accept = request.header('accept') ?? ''
  const isBrowser = agent.startsWith('Mozilla/') && !CRAWLER.test(agent)
  return isBrowser && accept.includes('text/html') && !accept.includes('text/markdown')
}

interface StreamOptions {
  readonly options: PageOptions & PrefetchOptions
  readonly nonce: string | undefined
  /** Prints the initial data for the islands of a part. */
  readonly data: (instances: readonly IslandInstance[]) => string
  /** Prints the end of the document, after the last part. Receives whether the page has islands. */
  readonly writeEnd: (hasIslands: boolean) => string | Promise<string>
}

type Streamed = RenderedDocument & { readonly rest: ReadableStream<PagePart> }

/**
 * Streams a document. Parts are pulled, so a slow reader delays them.
 *
 * @param text The known part of the document, with the initial data of its islands.
 */
export function streamDocument(
  text: string,
  { rest, instances }: Streamed,
  { options, nonce, data, writeEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const reader = rest.getReader()
  let known = instances.length === 0 ? 0 : 1
  const { formsUrl } = options
  let hasForms = formsUrl !== undefined && text.includes(`src="${escapeHtml(formsUrl)}"`)
  /**
   * Prints the script for the forms of this part, and for earlier ones if the page gets its first script with this
   * part.
   */
  const forms = (html: string): string => {
    if (hasForms || (known === 0 && options.clientEntryUrl === undefined)) return ''
    const script = writeFormsScript(text + html, { formsUrl, nonce, isStreamed: true })
    hasForms = script !== ''
    return script
  }
  const print = (part: PagePart): string => {
    const { islandModules: modules, runtimeUrl } = options
    const islands = writeLateIslandAssets({ instances: part.instances, modules, runtimeUrl, nonce }, known)
    const isFirst = known === 0 && part.instances.length > 0 && options.clientEntryUrl === undefined
    const assets = islands + (isFirst ? writeNavigation(options, nonce) + writeWorkerRegistration(options, nonce) : '')
    if (part.instances.length > 0) known += 1
    return assets + data(part.instances) + part.html + forms(part.html) + renderEnding(part.ending)
  }
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(text)),
      async pull(controller) {
        const { done, value } = await reader.read()
        controller.enqueue(encoder.encode(done ? await writeEnd(known > 0) : print(value)))
        if (done) controller.close()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Prints the end of a part that redirects or isn't found. The status has already been sent, but a browser can still
 * be redirected, and crawlers can be told not to index the page.
 */
function renderEnding(ending: PagePart['ending']): string {
  if (ending === undefined) return ''
  if (ending instanceof Redirect) return `<meta http-equiv="refresh" content="0;url=${escapeHtml(ending.location)}">`
  return '<meta name="robots" content="noindex">'
}
