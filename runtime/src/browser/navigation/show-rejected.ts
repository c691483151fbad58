/** Shows the page of a rejected form in the document. Loaded by the first rejected form that contains an island. */
import { isPage, parsePage } from './next-page.ts'
import { loadStyles, showPage } from './show-page.ts'

/**
 * Merges the page in a response with the document: islands stay, with their state, and so do the values of fields. Resolves with
 * `false` if this document can't show it, or if an agent sent the form. Rejects if the document is then inconsistent.
 */
export async function showRejected({ headers, url }: Response, html: string, isAgents: boolean): Promise<boolean> {
  // The islands of a page that an agent's form leads to start as the agent's, in a document of their own.
  if (isAgents) return false
  const next = isPage(headers) && parsePage(html, headers)
  const { href: before, pathname } = location
  // The user may have left the page.
  if (!next || new URL(url).pathname !== pathname) return false
  await loadStyles(next)
  await showPage({ next, url, before, keepsView: true, transitions: false })
  document.dispatchEvent(new Event('fw:navigated'))
  return true
}
