/** What forms of apis add to a document that has scripts. */
import { FORM_ELEMENT, FORM_TOOL } from '#contract/form.ts'
import type { RenderedDocument } from '#solid/render-page.ts'
import { escapeHtml, scriptJson } from '#wire/html.ts'
import { nonceAttribute } from './document.ts'
import type { PageRequest } from './other-answers.ts'
import type { PageOptions } from './pages.ts'

/** What islands know of a form that was refused, and the script that sends forms where the page has one. */
export function formElements(
  { html, instances, rest }: Pick<RenderedDocument, 'html' | 'instances' | 'rest'>,
  { refused, nonce }: Pick<PageRequest, 'refused' | 'nonce'>,
  { formsUrl }: Pick<PageOptions, 'formsUrl'>,
): string {
  const stamp = nonceAttribute(nonce)
  const known =
    refused === undefined || (instances.length === 0 && rest === undefined)
      ? ''
      : `<script type="application/json" id="${FORM_ELEMENT}"${stamp}>${scriptJson(refused.form)}</script>`
  return known + formsScript(html, { formsUrl, nonce, isStreamed: rest !== undefined })
}

interface FormsScript {
  readonly formsUrl: string | undefined
  readonly nonce: string | undefined
  readonly isStreamed: boolean
}

/** The script that sends the forms of `html`; nothing where it has none. */
export function formsScript(html: string, { formsUrl, nonce, isStreamed }: FormsScript): string {
  if (formsUrl === undefined || !html.includes(`name="${FORM_TOOL}"`)) return ''
  // Without `async` it would wait for the last part.
  const async = isStreamed ? ' async' : ''
  return `<script type="module"${async}${nonceAttribute(nonce)} src="${escapeHtml(formsUrl)}"></script>`
}
