/** The styles of a document: links, or the inlined stylesheet. */
import { NAVIGATION_HEADER } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { LIVE_HEADER } from '#contract/live/wire.ts'
import type { DocumentOptions } from './document.ts'
import type { PageOptions } from './pages.ts'

/** The request of the page; absent if it is rendered without one. */
type StyleRequest = Pick<FwRequest, 'header'> | undefined

/** Returns the styles. A page that is shown in a document of the app finds the stylesheet there. */
export function selectStyles(
  { stylesheets = [], inlineStyles, styleText }: PageOptions,
  request: StyleRequest,
): Pick<DocumentOptions, 'stylesheets' | 'styleText'> {
  if (inlineStyles !== true || styleText === undefined)
    return { stylesheets: typeof stylesheets === 'function' ? stylesheets() : stylesheets }
  return request !== undefined && isInDocument(request) ? {} : { styleText }
}

/** Whether the page is shown in a document of the app, by a navigation or as a newer version of the same page. */
export function isInDocument(request: Pick<FwRequest, 'header'>): boolean {
  return request.header(NAVIGATION_HEADER) === '1' || request.header(LIVE_HEADER) === 'page'
}
