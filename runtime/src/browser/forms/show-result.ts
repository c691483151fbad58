/** Shows the result of a form that has run. Loaded by the first such form. */
import { DOCUMENT_HEADER } from '#contract/http/path.ts'
import { announcer } from '../navigation/announce.ts'
import { startNavigation } from '../navigation/follow-links.ts'
import { navigate } from '../navigation/navigate.ts'
import { bare } from '../navigation/next-page.ts'
import { refresh } from '../navigation/refresh.ts'
import { renewKey, resetFields, type Sent } from './form-parts.ts'

/** Time in milliseconds within which other sites respond, as a rule. */
const AWAY_MS = 5_000

/**
 * Navigates like a link, within the document if links are followed there. If the person has begun another navigation since then, its
 * page is shown, and requested again, because the form may have changed what it shows. A form that is on that page too begins
 * again. Rejects for a URL that `navigate()` refuses.
 */
export async function showResult({ form, keep, isCurrent, isLeaving, response }: Sent, url: string): Promise<void> {
  // The form has signed a user in or out.
  const loads = response?.headers.has(DOCUMENT_HEADER)
  let leaving: Promise<void> | undefined
  if (isCurrent()) leaving = keep(() => open(url, loads))
  else if (announcer) {
    // The browser loads a page that this document can't show.
    await navigation.transition?.finished.catch(() => {})
    // Such a page is not requested again.
    if (!isLeaving()) leaving = keep(loads ? reload : refresh)
  }
  // The other site may send a file, and this document stays.
  if (new URL(url, location.href).host !== location.host)
    return void (await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, AWAY_MS))]))
  await leaving
  renewKey(form)
  resetFields(form)
}

/** Navigates to a URL. One that differs from that of the document in its hash only would scroll the page, and request nothing. */
async function open(url: string, loads: boolean | undefined): Promise<void> {
  const { href, origin } = new URL(url, location.href)
  const isHere = isHashHere(href)
  startNavigation()
  if (origin === location.origin && (loads || (isHere && !announcer))) return load(href)
  await navigate(isHere ? bare(href) : url)
  // Unless the person has left it.
  if (isHere && isHashHere(href)) location.replace(href)
}

/** Loads a new document, in which the islands and the fields of this one start again. */
async function load(href: string): Promise<void> {
  const isHere = isHashHere(href)
  location.assign(href)
  if (isHere) location.reload()
  await new Promise(() => {})
}

/** Whether a URL with a hash is that of the document in its other parts. */
function isHashHere(href: string): boolean {
  return href.includes('#') && bare(href) === bare(location.href)
}

/** Loads the page that the person has opened in the meantime again. */
function reload(): Promise<void> {
  return load(location.href)
}
