/** A document whose late parts come as they are ready: first the page with its fallbacks, then each part, then the end. */
import { Redirect } from '#contract/navigation.ts'
import type { FwRequest } from '#contract/request.ts'
import type { PagePart, RenderedDocument } from '#solid/render-page.ts'
import type { IslandInstance } from '#solid/render-state.ts'
import { escapeHtml } from '#wire/html.ts'
import { DOCUMENT_END } from './document.ts'
import { formsScript } from './form-elements.ts'
import { lateIslandAssets } from './island-assets.ts'
import { navigationElement, type PrefetchOptions, workerElement } from './navigation-element.ts'
import type { PageOptions } from './pages.ts'

/** Programs that read pages and call themselves a browser. */
const READER = /bot\b|crawl|spider|slurp|preview|externalhit|embed|archiver|validator|scrape/i

/**
 * Whether parts may come late: a browser puts them in their place with a script. Everybody else (crawlers, programs, the
 * client's own navigation, HEAD) gets the page whole, with the status that its last part leads to.
 */
export function mayReadParts(request: Pick<FwRequest, 'method' | 'header'>): boolean {
  if (request.method !== 'GET' || request.header('x-fw-navigation') !== undefined) return false
  const agent = request.header('user-agent') ?? ''
  const accept = request.header('accept') ?? ''
  const isBrowser = agent.startsWith('Mozilla/') && !READER.test(agent)
  return isBrowser && accept.includes('text/html') && !accept.includes('text/markdown')
}

type Streamed = RenderedDocument & { readonly rest: ReadableStream<PagePart> }

/** `text` is the document as far as it is known, with what its islands begin with; `data` prints that for the islands of a part. Parts are pulled: a slow reader holds them back. */
export function streamDocument(
  text: string,
  { rest, instances }: Streamed,
  options: PageOptions & PrefetchOptions,
  nonce: string | undefined,
  data: (instances: readonly IslandInstance[]) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const reader = rest.getReader()
  let known = instances.length === 0 ? 0 : 1
  const { formsUrl } = options
  let hasForms = formsUrl !== undefined && text.includes(`src="${escapeHtml(formsUrl)}"`)
  /** Forms of this part, and earlier ones of a page that has scripts only now. */
  const forms = (html: string): string => {
    if (hasForms || (known === 0 && options.clientEntryUrl === undefined)) return ''
    const script = formsScript(text + html, { formsUrl, nonce, isStreamed: true })
    hasForms = script !== ''
    return script
  }
  const print = (part: PagePart): string => {
    const { islandModules: modules, runtimeUrl } = options
    const islands = lateIslandAssets({ instances: part.instances, modules, runtimeUrl, nonce }, known)
    const isFirst = known === 0 && part.instances.length > 0 && options.clientEntryUrl === undefined
    const assets = islands + (isFirst ? navigationElement(options, nonce) + workerElement(options, nonce) : '')
    if (part.instances.length > 0) known += 1
    return assets + data(part.instances) + part.html + forms(part.html) + renderEnding(part.ending)
  }
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(text.slice(0, -DOCUMENT_END.length))),
      async pull(controller) {
        const { done, value } = await reader.read()
        controller.enqueue(encoder.encode(done ? DOCUMENT_END : print(value)))
        if (done) controller.close()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** The status is gone. A browser can still be sent on, and whoever indexes pages be told that this is none. */
function renderEnding(ending: PagePart['ending']): string {
  if (ending === undefined) return ''
  if (ending instanceof Redirect) return `<meta http-equiv="refresh" content="0;url=${escapeHtml(ending.location)}">`
  return '<meta name="robots" content="noindex">'
}
