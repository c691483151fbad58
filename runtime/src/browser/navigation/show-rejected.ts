/** Shows the page of a rejected form in the document. Loaded by the first form whose page has to be merged. */
import { FORM_KEY } from '#contract/page/form.ts'
import { isPage, parsePage } from './next-page.ts'
import { loadStyles, showPage } from './show-page.ts'

/**
 * Merges the page in a response with the document: islands stay, with their state, and so do the values of fields. Resolves with
 * `false` if this document can't show it, or if an agent sent the form; with `true` and without an effect if the user has left the
 * page of the form, about which `isCurrent` is asked just before the document changes. Rejects if the document is then inconsistent.
 */
export async function showRejected(
  { headers, url }: Response,
  html: string,
  isAgents: boolean,
  isCurrent: () => boolean,
): Promise<boolean> {
  // The islands of a page that an agent's form leads to start as the agent's, in a document of their own.
  if (isAgents) return false
  const next = isPage(headers) && parsePage(html, headers)
  if (!isCurrent()) return true
  if (!next) return false
  await loadStyles(next)
  // The key of the form that was sent may be used up.
  for (const key of document.querySelectorAll<HTMLInputElement>(SENT_KEY)) key.value = ''
  const isShown = await showPage({ next, url, before: url, keepsView: true, transitions: false, isCurrent })
  if (isShown !== undefined) document.dispatchEvent(new Event('fw:navigated'))
  return true
}

const SENT_KEY = `form[aria-busy=true] input[name="${FORM_KEY}"]`
