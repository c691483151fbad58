/** Elements that forms of apis add to a document with scripts. */
import { FORM_ELEMENT, FORM_TOOL } from '#contract/page/form.ts'
import type { RenderedDocument } from '#solid/render/render-page.ts'
import { escapeHtml, scriptJson } from '#wire/html.ts'
import { writeNonce } from './document.ts'
import type { PageRequest } from './other-replies.ts'
import type { PageOptions } from './pages.ts'

/** Returns the data of a refused form for the islands, and the script that submits forms, if the page has one. */
export function writeFormElements(
  { html, instances, rest }: Pick<RenderedDocument, 'html' | 'instances' | 'rest'>,
  { refused, nonce }: Pick<PageRequest, 'refused' | 'nonce'>,
  { formsUrl }: Pick<PageOptions, 'formsUrl'>,
): string {
  const stamp = writeNonce(nonce)
  const refusedForm =
    refused === undefined || (instances.length === 0 && rest === undefined)
      ? ''
      : `<script type="application/json" id="${FORM_ELEMENT}"${stamp}>${scriptJson(refused.form)}</script>`
  return refusedForm + writeFormsScript(html, { formsUrl, nonce, isStreamed: rest !== undefined })
}

/** The attribute of the hidden field in each form of an api. */
const FIELD = `name="${FORM_TOOL}"`
/**
 * The end of it, which is searched first, because most pages have no form. V8 prepares tables for a search of 7 characters or
 * more; for less, it only looks for the first character, and a colon is rare in HTML.
 */
const FIELD_END = FIELD.slice(FIELD.indexOf(':'))

interface FormsScript {
  readonly formsUrl: string | undefined
  readonly nonce: string | undefined
  readonly isStreamed: boolean
}

/** Returns the script that submits the forms of `html`; an empty string if it has none. */
export function writeFormsScript(html: string, { formsUrl, nonce, isStreamed }: FormsScript): string {
  if (formsUrl === undefined || !html.includes(FIELD_END) || !html.includes(FIELD)) return ''
  // Without `async` the script would wait for the last part.
  const async = isStreamed ? ' async' : ''
  return `<script type="module"${async}${writeNonce(nonce)} src="${escapeHtml(formsUrl)}"></script>`
}
