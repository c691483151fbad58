/** The styles of a document: links, or the inlined stylesheet. */
import { NAVIGATION_HEADER } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { DocumentOptions } from './document.ts'
import type { PageOptions } from './pages.ts'

/** The request of the page; absent if it is rendered without one. */
type StyleRequest = Pick<FwRequest, 'header'> | undefined

/** Returns the styles. A navigation within the app starts from a document that already has the stylesheet. */
export function selectStyles(
  { stylesheets = [], inlineStyles, styleText }: PageOptions,
  request: StyleRequest,
): Pick<DocumentOptions, 'stylesheets' | 'styleText'> {
  if (inlineStyles !== true || styleText === undefined)
    return { stylesheets: typeof stylesheets === 'function' ? stylesheets() : stylesheets }
  return request?.header(NAVIGATION_HEADER) === '1' ? {} : { styleText }
}
