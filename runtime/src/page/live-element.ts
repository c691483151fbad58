/** The element that keeps a live page current: its script, with the receipt of what the page has read. */
import { LIVE_ELEMENT } from '#contract/page/live-page.ts'
import type { RenderedDocument } from '#solid/render/render-page.ts'
import { escapeHtml } from '#wire/html.ts'
import { writeNonce } from './document.ts'
import { hashFiles } from './navigation-element.ts'
import type { PageRequest } from './other-replies.ts'
import type { PageOptions } from './pages.ts'

/**
 * A receipt that no server knows, so the browser fetches the page again. The regions of a route are known after they have
 * rendered once, if the build hasn't found them.
 */
const UNKNOWN = '-'

/** How a page stays current, besides what it reads. */
interface LiveParts {
  /** Whether all of the page changes, and not only its regions. */
  readonly isWhole: boolean
  /** Whether the page has islands. */
  readonly hasIslands: boolean
}

type LiveScriptWriter = (
  page: Pick<RenderedDocument, 'hasRegions'>,
  asked: Pick<PageRequest, 'reads' | 'refused' | 'nonce' | 'onRegions'>,
  parts: LiveParts,
) => string | Promise<string>

/** Creates the writer of the element. It returns an empty string for other pages, and has to be called after the last part. */
export function createLiveScriptWriter(options: PageOptions): LiveScriptWriter {
  const { liveUrl } = options
  if (liveUrl === undefined) return () => ''
  const build = hashFiles(options, liveUrl)
  return (page, { reads, refused, nonce, onRegions }, { isWhole, hasIslands }) => {
    if (page.hasRegions()) onRegions?.()
    // A page with a refused form shows what its user has sent, which a newer version doesn't have.
    if (refused !== undefined || !(isWhole || page.hasRegions())) return ''
    const write = (receipt: string): string => {
      const data = [
        ['page', `${build}.${reads?.user ?? ''}`],
        ['live', receipt],
        ...(isWhole ? [] : [['regions', '']]),
        ...(hasIslands ? [['islands', '1']] : []),
      ]
      const attributes = data.map(([name, value = '']) => ` data-${name}="${escapeHtml(value)}"`).join('')
      return `<script type="module" id="${LIVE_ELEMENT}"${writeNonce(nonce)}${attributes} src="${escapeHtml(liveUrl)}"></script>`
    }
    return reads === undefined ? write(UNKNOWN) : reads.createReceipt().then(write)
  }
}
