/**
 * Submits forms of apis in place of the browser, on pages that have scripts anyway: the page stays until there is a
 * response, and a refused form shows its errors in place. In every unexpected case the browser submits the form
 * itself, unless the form could run a second time.
 */
import { CONTRACT_HEADER, FORM_HEADER } from '#contract/http/path.ts'
import {
  FORM_KEY,
  FORM_ORIGIN,
  FORM_PREFIX,
  FORM_TAINTED,
  FORM_TOOL,
  isKept,
  type RefusedForm,
} from '#contract/page/form.ts'
import { NONCE_SCRIPT } from '#contract/page/nonce.ts'
import { newFormKey } from '#solid/forms/form-key.ts'
import { type LiveForm, liveForms } from '#solid/forms/live-forms.ts'
import { type AgentHooks, agentHooks } from '#solid/islands/live-intents.ts'
import { announceSent, track } from '../calls/activity.ts'
import { type AgentSubmit, currentOrigin } from '../calls/cause.ts'
import type { postJson } from '../calls/post-json.ts'
import type { SendCall } from '../live/live-calls.ts'
import { getFormMember } from './form-member.ts'

let isStarted = false

/** Posts the forms of islands in a page with live reads. In an app without any, nothing sets it, and a bundler removes its use. */
let sendCall: SendCall | undefined

/** Sets `sendCall`. */
export function setSendForm(send: SendCall): void {
  sendCall = send
}

/** Submits the forms of apis that no other code handles from now on. */
export function startForms(): void {
  if (isStarted) return
  isStarted = true
  addEventListener('submit', take)
}

function take(event: AgentSubmit): void {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  const id = findField(form, FORM_TOOL)?.value
  // The agent's submissions are handled by the agent's tools. Before they are loaded, a cookie marks them (`mark-document.ts`).
  if (id === undefined || form.getAttribute('target') || (currentOrigin() === 'agent' && !event.agentInvoked)) return
  // The browser submits to the button's own action, closes the dialog, or opens the other window.
  if (event.submitter?.matches('[formaction],[formmethod],[formtarget]')) return
  event.preventDefault()
  if (event.agentInvoked) return void answerAgent(event, form)
  // The form is already being sent.
  if (form.ariaBusy === 'true') return
  const sent: Sent = {
    form,
    id,
    data: new FormData(form, event.submitter),
    keep: agentHooks.keep?.() ?? ((run) => run()),
  }
  const live = liveForms.get(id)?.[0]
  form.ariaBusy = 'true'
  const sending = live === undefined ? sendPlain(sent) : sendReactive(sent, live)
  const end = () => {
    form.ariaBusy = null
    live?.setPending(false)
  }
  void track(sending).finally(end)
  // The browser may show this document again after it has gone back from another one.
  addEventListener('pagehide', end, { once: true })
}

function answerAgent(event: AgentSubmit, form: HTMLFormElement): void {
  const data = new FormData(form, event.submitter)
  const answer = import('./send-for-agent.ts').then(({ sendForAgent }) => sendForAgent(form, data))
  event.respondWith?.(answer)
  void track(answer)
}

interface Sent {
  readonly form: HTMLFormElement
  readonly id: string
  /** The fields at the time of the submission, with the pressed button. */
  readonly data: FormData
  /** Runs code with the cause of the submission, whose human origin ends when an agent acts. */
  readonly keep: ReturnType<NonNullable<AgentHooks['keep']>>
}

function findField(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[type=hidden][name="${name}"]`)
}

function post({ form, data }: Sent, headers: Record<string, string>): Promise<Response> {
  const body =
    getFormMember(form, 'enctype') === 'multipart/form-data'
      ? data
      : new URLSearchParams([...data].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
  return fetch(location.href, { method: 'POST', headers, body }).finally(announceSent)
}

/** Sends a form that the server renders: the response is the page, with the errors where the app shows them. */
async function sendPlain(sent: Sent): Promise<void> {
  const { form, id, data } = sent
  // A form with a key runs once. A page that many visitors receive has none.
  let mayRepeat = data.get(FORM_KEY)
  try {
    const response = await post(sent, { accept: 'text/html', [FORM_HEADER]: '1' })
    const target = response.headers.get(FORM_HEADER)
    if (target || response.redirected || response.ok) return await leave(sent, target || response.url)
    // A form that failed may have run in part, and its key allows another run.
    mayRepeat = response.status < 500 ? id : ''
    const html = await response.text()
    const page = new DOMParser().parseFromString(html, 'text/html')
    silenceNoscript(page)
    const index = findForms(document, id).indexOf(form)
    const next = findForms(page, id)[index]
    if (next && [form, next].some((part) => part.querySelector('fw-island,script'))) {
      const { showRejected } = await import('../navigation/show-rejected.ts')
      if (await showRejected(response, html, data.has(FORM_ORIGIN)))
        return focusProblem(findForms(document, id)[index] ?? form)
    } else if (next) {
      const shown = document.adoptNode(next)
      form.replaceWith(shown)
      return focusProblem(shown)
    }
    if (!mayRepeat) return showInstead(page)
  } catch {}
  // The browser reports connection errors.
  if (mayRepeat) return submitPlainly(sent)
  // The next time, the browser submits the form itself.
  form.setAttribute('target', '_self')
  const place =
    form.querySelector<HTMLElement>('[role=alert]:not(fw-island *)') ?? form.appendChild(document.createElement('p'))
  Object.assign(place, { role: 'alert', textContent: LOST, tabIndex: -1 }).focus()
}

const LOST = 'The server could not be reached. Please try again.'

/**
 * Makes text of the content of `<noscript>`, also in templates. The same as in `silence-noscript.ts`, which is a part of the
 * navigation: another file for both would take longer than these lines.
 */
function silenceNoscript(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement & Partial<HTMLTemplateElement>>('noscript,template'))
    if (node.content) silenceNoscript(node.content)
    else node.textContent = node.innerHTML
}

/** Lets the browser submit the form with the fields of the submission, which the person may have changed since then. */
function submitPlainly({ form, data, keep }: Sent): void {
  const restore = (event: FormDataEvent) => {
    // Later listeners have added their fields to the submission already.
    event.stopPropagation()
    const { formData } = event
    // The marks of an agent's form belong to this submission.
    for (const name of [...formData.keys()]) if (!MARKS.has(name)) formData.delete(name)
    for (const [name, value] of data) formData.append(name, value)
  }
  form.addEventListener('formdata', restore)
  keep(() => HTMLFormElement.prototype.submit.call(form))
  form.removeEventListener('formdata', restore)
}

const MARKS: ReadonlySet<string> = new Set([FORM_ORIGIN, FORM_TAINTED])

/** Shows an error page. Its scripts don't run, and the document's policy applies to its styles. */
function showInstead(page: Document): void {
  const { nonce = '' } = document.querySelector<HTMLElement>(NONCE_SCRIPT) ?? {}
  for (const style of page.querySelectorAll<HTMLElement>('[nonce]')) style.nonce = nonce
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
}

/** Sends a form of an island that uses the form's state. */
async function sendReactive(sent: Sent, live: LiveForm): Promise<void> {
  const { form, id, data, keep } = sent
  live.setPending(true)
  if (live.optimistic) resetFields(form)
  const refuse = (refused: Omit<RefusedForm, 'form' | 'values'>) => {
    if (live.optimistic) refill(form, data)
    live.setRefused({ form: id, values: readTexts(data), ...refused })
    focusProblem(form)
  }
  try {
    const headers = { accept: 'application/json', ...(live.hash && { [CONTRACT_HEADER]: live.hash }) }
    // The server returns nothing else.
    const answer = sendCall
      ? await postWithReads(sent, live, headers, sendCall)
      : ((await (await post(sent, headers)).json()) as Answer)
    if (!answer.ok) {
      if (answer.code === 'stale_client') {
        // The values of an optimistic form belong to the next document, too.
        if (live.optimistic) refill(form, data)
        await reload()
      }
      // A repeated submission learns this from the response.
      if (answer.code === 'already_sent') renewKey(form)
      return refuse(toRefusal(answer))
    }
    live.setRefused(undefined)
    if (live.onDone === undefined) return await leave(sent, answer.location ?? location.href)
    renewKey(form)
    if (!live.optimistic) resetFields(form)
    keep(() => live.onDone?.(answer.result))
  } catch {
    refuse({ error: LOST, code: 'unavailable', issues: [] })
  }
}

/** Posts a form in a page with live reads: the response contains the new values of the reads it has changed. */
async function postWithReads(
  sent: Sent,
  { optimistic }: LiveForm,
  headers: Record<string, string>,
  postCall: SendCall,
): Promise<Answer> {
  const postForm: typeof postJson = async (_url, _body, reads) => {
    const response = await post(sent, { ...headers, ...(reads || undefined) })
    return { status: response.status, answer: (await response.json()) as Answer }
  }
  const send = () => postCall(location.href, '', '', postForm)
  const { answer } = await (Array.isArray(optimistic)
    ? optimistic[0].call(send, sent.data, { optimistic: optimistic[1] })
    : send())
  return answer
}

/** Reloads an outdated page. Resolves if it stays. */
const reload = () => import('../reload/reload-page.ts').then(({ reloadPage }) => reloadPage()).catch(() => {}) // the file may be gone

/** Sets a new key, because the next submission is another form. */
function renewKey(form: HTMLFormElement): void {
  const key = findField(form, FORM_KEY)
  if (key) key.value = newFormKey()
}

/** The server's response to a script. */
interface Answer {
  readonly ok: boolean
  readonly result?: unknown
  readonly location?: string
  readonly error?: string
  readonly message?: string
  readonly code?: string
  readonly issues?: RefusedForm['issues']
}

function toRefusal({
  message,
  error = '',
  code = 'internal',
  issues = [],
}: Answer): Omit<RefusedForm, 'form' | 'values'> {
  const isGeneral = code === 'invalid_input' && issues.length > 0
  return { error: isGeneral ? 'Please check the fields marked below.' : (message ?? error), code, issues }
}

function readTexts(data: FormData): RefusedForm['values'] {
  const values: Record<string, string[]> = {}
  for (const [name, value] of data) {
    if (typeof value !== 'string' || !isKept(name) || name.startsWith(FORM_PREFIX)) continue
    values[name] ??= []
    values[name].push(value)
  }
  return values
}

/** Restores fields that were emptied too early. A script can't restore files. */
function refill(form: HTMLFormElement, data: FormData): void {
  for (const field of getFormMember(form, 'elements')) {
    if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type))
      field.checked = data.getAll(field.name).includes(field.value)
    else if (
      (field instanceof HTMLInputElement && !/^(?:file|hidden)$/.test(field.type)) ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      const value = data.get(field.name)
      if (typeof value === 'string') field.value = value
    }
  }
}

function findForms(page: Document, id: string): HTMLFormElement[] {
  return [...page.forms].filter((form) => findField(form, FORM_TOOL)?.value === id)
}

/** Focuses the first invalid field, or the message about errors. */
function focusProblem(form: HTMLFormElement): void {
  const place =
    form.querySelector<HTMLElement>('[aria-invalid=true]') ?? form.querySelector<HTMLElement>('[role=alert]')
  if (place && !place.matches('input,select,textarea,button')) place.tabIndex = -1
  place?.focus()
}

/** Time within which other sites respond, as a rule. */
const AWAY_MS = 5_000

/** Navigates like a link, within the document if links are followed there. A form that is on that page too begins again. */
async function leave({ form, keep }: Sent, url: string): Promise<void> {
  const { navigate } = await import('../navigation/navigate.ts')
  const leaving = keep(() => navigate(url))
  // The other site may send a file, and this document stays.
  if (new URL(url, location.href).host !== location.host)
    return Promise.race([leaving, new Promise<void>((resolve) => setTimeout(resolve, AWAY_MS))])
  await leaving
  renewKey(form)
  resetFields(form)
}

/** A field of the form may be named "reset". */
function resetFields(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form)
}
