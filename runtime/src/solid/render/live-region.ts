/** `<Live>`: a region of a page that changes while the page is open. */
import { createContext, type JSX, useContext } from 'solid-js'
import { LIVE_REGION, LIVE_REGION_END } from '#contract/page/live-page.ts'
import { Html } from './html.ts'
import { htmlText } from './print-html.ts'
import { solidShared, takePlace } from './render-state.ts'

const InRegion = createContext(false)

/**
 * Keeps a part of a page current: when data of the page changes, the browser fetches the page again, and merges this part into
 * the document. Other parts of the page aren't touched. Adds no element.
 */
export function Live(props: { readonly children: JSX.Element }): JSX.Element {
  const { context } = solidShared
  // An island renders itself again, lists of tools render no document, and a region in another is a part of that.
  if (context?.fw === undefined || !context.noHydrate || useContext(InRegion)) return props.children
  const { fw } = context
  const place = takePlace(context)
  const region = InRegion.Provider({
    value: true,
    get children() {
      // Comments, since an element would be moved out of a table.
      const html = htmlText(props.children)
      fw.hasRegions = true
      return markup(`<!--${LIVE_REGION}${place}-->${html}<!--${LIVE_REGION_END}-->`)
    },
  })
  return markup(htmlText(region))
}

/** Compiled JSX has this form on the server. */
function markup(html: string): JSX.Element {
  return new Html(html) as unknown as JSX.Element
}
