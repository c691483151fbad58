/** The cookie of forms that the browser sends itself, without headers of the page, for an agent. */
import { FORM_COOKIE } from '#contract/page/form.ts'

/**
 * Marks the forms that the browser sends from now on as an agent's, in all documents of the site.
 *
 * @param seconds `0` removes the mark.
 */
export function markForms(isTainted: boolean, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is asynchronous, and the browser is about to send a form.
  document.cookie = `${FORM_COOKIE}=${isTainted ? 'tainted' : 'agent'}; path=/; max-age=${seconds}; samesite=strict`
}
