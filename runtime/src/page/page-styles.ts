/** The styles of a document: links to them, or the built stylesheet itself. */
import { NAVIGATION_HEADER } from '#contract/path.ts'
import type { FwRequest } from '#contract/request.ts'
import type { DocumentOptions } from './document.ts'
import type { PageOptions } from './pages.ts'

/** What a page is asked for by: absent where it is rendered for nobody. */
type Asking = Pick<FwRequest, 'header'> | undefined

/** A navigation within the app comes from a document that holds the stylesheet already (spec: Headers of page responses). */
export function pageStyles(
  { stylesheets = [], inlineStyles, styleText }: PageOptions,
  request: Asking,
): Pick<DocumentOptions, 'stylesheets' | 'styleText'> {
  if (inlineStyles !== true || styleText === undefined)
    return { stylesheets: typeof stylesheets === 'function' ? stylesheets() : stylesheets }
  return request?.header(NAVIGATION_HEADER) === '1' ? {} : { styleText }
}
