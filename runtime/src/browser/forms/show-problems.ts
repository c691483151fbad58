/** Shows the response to a rejected form that the server renders. Loaded by the first such form. */
import { NONCE_HEADER } from '#contract/http/path.ts'
import { FORM_KEY, FORM_ORIGIN, FORM_TOOL } from '#contract/page/form.ts'
import { NONCE_SCRIPT } from '#contract/page/nonce.ts'
import { getFormMember } from './form-member.ts'
import { fillFields, findField, focusProblem, hasSameValues, type Sent } from './form-parts.ts'

/**
 * Replaces the form, or merges the page if it has changed elsewhere too. Resolves with `false` if only the browser can show the
 * response, and with `true`, without an effect, if the person has left the page.
 */
export async function showProblems(sent: Sent, response: Response): Promise<boolean> {
  const { form, id, data, isCurrent } = sent
  const html = await response.text()
  if (!isCurrent()) return true
  if (!isPage(response.headers)) return false
  const page = new DOMParser().parseFromString(html, 'text/html')
  silenceNoscript(page)
  const forms = findForms(document, id)
  const newer = findForms(page, id)
  const next = newer[forms.indexOf(form)]
  const record = readRecord(form)
  if (next && canReplace(form, next) && `${forms.map(readRecord)}` === `${newer.map(readRecord)}`) {
    const now = new FormData(form)
    const shown = document.adoptNode(next)
    form.replaceWith(shown)
    // What the person has written in the meantime.
    fillFields(shown, now, (name) => !hasSameValues(name, now, data))
    focusProblem(shown)
    return true
  }
  if (newer.length > 0) {
    const { showRejected } = await import('../navigation/show-rejected.ts')
    if (await showRejected(response, html, data.has(FORM_ORIGIN), isCurrent)) {
      if (isCurrent()) focusRecord(findForms(document, id), record)
      return true
    }
  }
  // The form may have run in part, and would run again if the browser requested its page.
  const isFailure = response.status >= 500
  if (isFailure && isCurrent()) showInstead(page)
  return isFailure
}

/**
 * Whether a response has a page without a policy of its own. Other content may repeat a value of the URL, which must not become an
 * element. The same as in `next-page.ts`, which is a part of the navigation.
 */
function isPage(headers: Headers): boolean {
  const policy = headers.get('content-security-policy')
  const hasOwnPolicy = policy !== null && (!headers.has(NONCE_HEADER) || /sandbox/i.test(policy))
  const isHtml = /^text\/html/.test(headers.get('content-type') ?? '')
  return isHtml && !headers.has('content-disposition') && !hasOwnPolicy
}

function findForms(page: Document, id: string): HTMLFormElement[] {
  return [...page.forms].filter((form) => findField(form, FORM_TOOL)?.value === id)
}

function canReplace(...forms: readonly HTMLFormElement[]): boolean {
  return !forms.some((form) => form.querySelector('fw-island,script'))
}

/** Returns what a form is about, such as the row of a list in which each row has one: its hidden fields and buttons. */
function readRecord(form: HTMLFormElement): string {
  const fields = [...getFormMember(form, 'elements')] as HTMLInputElement[] // other elements have some of its members
  return JSON.stringify(
    fields
      .filter(({ type, name }) => /^(?:hidden|submit)$/.test(type) && name !== FORM_KEY)
      .map(({ name, value }) => [name, value]),
  )
}

/** Focuses the problem of a form. If it's gone, the next key must not press the button of another one in its place. */
function focusRecord(forms: readonly HTMLFormElement[], record: string): void {
  const form = forms.find((one) => readRecord(one) === record)
  const focused = document.activeElement
  if (form) focusProblem(form)
  else if (focused instanceof HTMLElement && forms.some((one) => one.contains(focused))) focused.blur()
}

/**
 * Makes text of the content of `<noscript>`, also in templates. The same as in `silence-noscript.ts`, which is a part of the
 * navigation: another file for both would take longer than these lines.
 */
function silenceNoscript(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement & Partial<HTMLTemplateElement>>('noscript,template'))
    if (node.content) silenceNoscript(node.content)
    else node.textContent = node.innerHTML
}

/** Shows an error page. Its scripts don't run, and the document's policy applies to its styles. */
function showInstead(page: Document): void {
  const { nonce = '' } = document.querySelector<HTMLElement>(NONCE_SCRIPT) ?? {}
  for (const style of page.querySelectorAll<HTMLElement>('[nonce]')) style.nonce = nonce
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
}
