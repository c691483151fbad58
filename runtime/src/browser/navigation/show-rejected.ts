/** Shows the page of a rejected form in the document. Loaded by the first rejected form that contains an island. */
import { isPage, parsePage } from './next-page.ts'
import { loadStyles, showPage } from './show-page.ts'

/**
 * Merges the page in a response with the document: islands stay, with their state, and so do the values of fields. Resolves with
 * `false` if this document can't show it. Rejects if the document is then inconsistent.
 */
export async function showRejected({ headers, url }: Response, html: string): Promise<boolean> {
  const next = isPage(headers) && parsePage(html, headers)
  const { href: before, pathname } = location
  // The user may have left the page.
  if (!next || new URL(url).pathname !== pathname) return false
  await loadStyles(next)
  await showPage({ next, url, before, keepsView: true, transitions: false })
  document.dispatchEvent(new Event('fw:navigated'))
  return true
}
