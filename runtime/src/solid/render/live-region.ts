/** `<Live>`: a region of a page that changes while the page is open. */
import type { JSX } from 'solid-js'
import { LIVE_REGION } from '#contract/page/live-page.ts'
import { Html } from './html.ts'
import { htmlText } from './print-html.ts'
import { solidShared, takePlace } from './render-state.ts'

/**
 * Keeps a part of a page current: when data of the page changes, the browser fetches the page again, and merges this part into
 * the document. Other parts of the page aren't touched. Adds no element.
 */
export function Live(props: { readonly children: JSX.Element }): JSX.Element {
  const { context } = solidShared
  // An island renders itself again, and lists of tools render no document.
  if (context?.fw === undefined || !context.noHydrate) return props.children
  context.fw.hasRegions = true
  // A comment, since an element would be moved out of a table.
  const mark = `<!--${LIVE_REGION}${takePlace(context)}-->`
  return new Html(mark + htmlText(props.children) + mark) as unknown as JSX.Element // compiled JSX has this form on the server
}
