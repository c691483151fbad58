/**
 * Submits forms of apis in place of the browser, on pages that have scripts anyway: the page stays until there is a
 * response, and a refused form shows its errors in place. In every unexpected case the browser submits the form
 * itself, unless the form could run a second time.
 */
import { CONTRACT_HEADER, FORM_HEADER } from '#contract/http/path.ts'
import { FORM_KEY, FORM_PREFIX, FORM_TOOL, isKept, type RefusedForm } from '#contract/page/form.ts'
import { type LiveForm, liveForms } from '#solid/forms/live-forms.ts'
import { agentHooks } from '#solid/islands/live-intents.ts'
import { announceSent, track } from '../calls/activity.ts'
import { type AgentSubmit, currentOrigin } from '../calls/cause.ts'
import type { postJson } from '../calls/post-json.ts'
import type { SendCall } from '../live/live-calls.ts'
import { isSentHere, readSubmission } from './form-member.ts'
import {
  fillFields,
  findField,
  focusProblem,
  hasSameValues,
  renewKey,
  resetFields,
  type Sent,
  textEntry,
} from './form-parts.ts'

/** Forms that are being sent. A merge of the page can change their attributes. */
const sending = new WeakSet<HTMLFormElement>()

/** Posts the forms of islands in a page with live reads. In an app without any, nothing sets it, and a bundler removes its use. */
let sendCall: SendCall | undefined

/** Time in milliseconds in which a navigation of the browser loads its page, as a rule. It may also end in a download. */
const LOAD_MS = 5_000

/** Number of navigations to other pages that have begun. */
let visits = 0
/** Time at which the navigation in progress began. */
let begunAt: number | undefined

/** Sets `sendCall`. */
export function setSendForm(send: SendCall): void {
  sendCall = send
}

/** Submits the forms of apis that no other code handles from now on. Has no effect when it's called again. */
export function startForms(): void {
  addEventListener('submit', take)
  const { navigation } = globalThis
  if (!navigation) return
  // Without the API, it may be an element with this id.
  addEventListener.call(navigation, 'navigate', countVisit as EventListener)
  addEventListener.call(navigation, 'navigatesuccess', () => {
    begunAt = undefined
  })
}

/** Counts a navigation to another page. Code of the page can change its URL. */
function countVisit(event: NavigateEvent): void {
  const { destination, downloadRequest, hashChange, navigationType, signal, timeStamp } = event
  const { sameDocument, url } = destination
  if (hashChange || downloadRequest !== null || !/^http/.test(url) || url === location.href) return
  if (sameDocument && navigationType !== 'traverse') return
  visits++
  begunAt = timeStamp
  signal.addEventListener('abort', () => {
    if (begunAt === timeStamp) endVisit()
  })
}

/** A navigation has ended without a page. */
function endVisit(): void {
  begunAt = undefined
  visits--
}

/** Ends a navigation of the browser that has loaded no page in its time: a download. */
function endDownload(): void {
  if (isLeaving() && performance.now() - (begunAt as number) > LOAD_MS) endVisit() // it's set
}

/** Whether the browser itself is loading another page. */
const isLeaving = () => begunAt !== undefined && !navigation.transition

function take(event: AgentSubmit): void {
  const { agentInvoked, target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  const id = findField(form, FORM_TOOL)?.value
  // The agent's submissions are handled by the agent's tools. Before they are loaded, a cookie marks them (`mark-document.ts`).
  if (id === undefined || !isSentHere(event) || (currentOrigin() === 'agent' && !agentInvoked)) return
  const live = liveForms.get(id)?.[0]
  const isSent = !agentInvoked && sending.has(form)
  endDownload()
  // As in a browser, the page of the form is shown in place of that of a link that is still loading.
  if (begunAt !== undefined && !agentInvoked && !live?.onDone) {
    if (navigation.transition) {
      // Not every navigation can be ended.
      if (!dispatchEvent(new Event('fw:form', { cancelable: true }))) endVisit()
    }
    // Only its own submission ends a navigation of the browser.
    else if (!isSent) return
  }
  event.preventDefault()
  if (isSent) return
  const data = new FormData(form, submitter)
  const isMultipart = /^multipart/i.test(readSubmission(event, 'enctype'))
  if (agentInvoked) {
    const answer = import('./send-for-agent.ts').then(({ sendForAgent }) => sendForAgent(data, isMultipart))
    event.respondWith?.(answer)
    return void track(answer)
  }
  const visit = visits
  const sent: Sent = {
    form,
    id,
    data,
    isMultipart,
    keep: agentHooks.keep?.() ?? ((run) => run()),
    isCurrent: () => {
      endDownload()
      return visit >= visits
    },
    isLeaving,
  }
  form.ariaBusy = 'true'
  sending.add(form)
  // The browser may show this document again after it has gone back from another one.
  const ended = new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }))
  const answered = live === undefined ? sendPlain(sent) : sendReactive(sent, live)
  void track(Promise.race([answered, ended])).finally(() => {
    sending.delete(form)
    form.ariaBusy = null
    live?.setPending(false)
  })
}

async function post(sent: Sent, headers: Record<string, string>): Promise<Response> {
  const { data, isMultipart } = sent
  const body = isMultipart ? data : new URLSearchParams([...data].map(textEntry))
  const all = { ...headers, [FORM_HEADER]: '1' }
  sent.response = await fetch(location.href, { method: 'POST', headers: all, body }).finally(announceSent)
  return sent.response
}

/** Sends a form that the server renders: the response is the page, with the errors where the app shows them. */
async function sendPlain(sent: Sent): Promise<void> {
  const { form, data, isCurrent } = sent
  // The browser reports connection errors.
  const response = await post(sent, { accept: 'text/html' }).catch(() => {})
  const target = response?.headers.get(FORM_HEADER) || (response?.redirected && response.url)
  if (target) return leave(sent, target)
  const showing = response && import('./show-problems.ts').then(({ showProblems }) => showProblems(sent, response))
  // The file may be gone.
  if ((await showing?.catch(() => {})) || !isCurrent()) return
  // A form with a key runs once, but one that failed may have run in part, and its key allows another run. A page that many visitors
  // receive has no key.
  if (response ? response.status < 500 : data.get(FORM_KEY)) return submitPlainly(sent)
  // The next time, the browser submits the form itself.
  form.setAttribute('target', '_self')
  const place =
    form.querySelector<HTMLElement>('[role=alert]:not(fw-island *)') ?? form.appendChild(document.createElement('p'))
  Object.assign(place, { role: 'alert', textContent: LOST, tabIndex: -1 }).focus()
}

const LOST = 'The server could not be reached. Please try again.'

/** Lets the browser submit the form with the fields of the submission, which the person may have changed since then. */
function submitPlainly({ form, data, keep }: Sent): void {
  const restore = (event: FormDataEvent) => {
    // Later listeners have added their fields to the submission already.
    event.stopPropagation()
    const { formData } = event
    // The marks of an agent's form belong to this submission.
    for (const name of [...formData.keys()]) if (!MARKS.test(name)) formData.delete(name)
    for (const [name, value] of data) formData.append(name, value)
  }
  form.addEventListener('formdata', restore, { once: true })
  keep(() => HTMLFormElement.prototype.submit.call(form))
}

/** The names of `FORM_ORIGIN` and `FORM_TAINTED`. */
const MARKS = /^fw:(?:origin|tainted)$/

/** Sends a form of an island that uses the form's state. */
async function sendReactive(sent: Sent, live: LiveForm): Promise<void> {
  const { form, id, data, keep, isCurrent } = sent
  live.setPending(true)
  if (live.optimistic) resetFields(form)
  const emptied = live.optimistic && new FormData(form)
  const answer = await requestAnswer(sent, live).catch((): Answer => ({ ok: false, error: LOST, code: 'unavailable' }))
  if (!answer.ok) {
    const now = new FormData(form)
    // The values of an optimistic form belong to the next document, too. The person may have written others.
    if (emptied) fillFields(form, data, (name) => hasSameValues(name, now, emptied))
    if (answer.code === 'stale_client') await reload()
    // A repeated submission learns this from the response.
    if (answer.code === 'already_sent') renewKey(form)
    live.setRefused({ form: id, values: readTexts(data), ...toRefusal(answer) })
    if (isCurrent()) focusProblem(form)
    return
  }
  live.setRefused(undefined)
  // Only a redirect has no result: its page is shown in any case.
  if (!live.onDone || answer.result === undefined) return leave(sent, answer.location ?? location.href)
  renewKey(form)
  if (!live.optimistic) resetFields(form)
  // The browser reports its errors, which don't mean that the call has failed.
  keep(() => live.onDone?.(answer.result))
}

/** Returns the server's response. */
async function requestAnswer(sent: Sent, live: LiveForm): Promise<Answer> {
  const headers = { accept: 'application/json', ...(live.hash && { [CONTRACT_HEADER]: live.hash }) }
  // The server returns nothing else.
  return sendCall
    ? postWithReads(sent, live, headers, sendCall)
    : ((await (await post(sent, headers)).json()) as Answer)
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
  const isGeneral = code === 'invalid_input' && issues[0]
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

/** Shows the page to which the form leads. */
async function leave(sent: Sent, url: string): Promise<void> {
  // The file may be gone.
  const show = await import('./show-result.ts').then(({ showResult }) => showResult).catch(() => {})
  if (show) await show(sent, url)
  else if (sent.isCurrent()) location.assign(url)
}
