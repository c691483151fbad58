/**
 * Forms that an agent submits. They are posted with agent origin in a header, which a browser's own submission can't
 * have: at the submit event if it reaches the window, else at the navigation. Without the Navigation API, a submission
 * that no listener sees has the origin in a field.
 */
import { FORM_HEADER } from '#contract/http/path.ts'
import { FORM_ORIGIN, FORM_TAINTED, FORM_TOOL } from '#contract/page/form.ts'
import { announceSent, track } from '../calls/activity.ts'
import { type AgentSubmit, currentOrigin, runWithOrigin } from '../calls/cause.ts'
import { markForms } from '../calls/form-cookie.ts'
import { findNavigation } from '../calls/navigation-api.ts'
import { isOfAgent } from '../calls/page-cause.ts'
import { agentHeaders, isTaintedResponse } from '../calls/post-json.ts'
import { getFormMember, isSentHere, readSubmission } from '../forms/form-member.ts'
import { textEntry } from '../forms/form-parts.ts'
import { noteAgentRun } from './agent-runs.ts'
import { beginAct } from './begin-act.ts'
import { parseUrl, refuseAddress } from './refuse-element.ts'
import { isBeingSubmitted, isSubmitting, watchSubmissions } from './submissions.ts'

/** The outcome of a submitted form. */
interface FormPost {
  readonly url: string
  /** HTTP status. */
  readonly status?: number
  readonly refused?: string
}

/** Time within which the browser sends a form after it has read the fields. */
const COOKIE_SECONDS = 2

const posts: FormPost[] = []
const watched = new WeakSet<EventTarget>()

/** Sends the forms that agents submit from now on, unless the page's own code handles them. */
export function catchAgentForms(): void {
  if (watched.has(window)) return
  watchForms(window)
  watchSubmissions(watchForms)
  findNavigation()?.addEventListener('navigate', sendForm)
}

/** Watches the forms in a tree: submit events end at the root of a shadow tree. */
function watchForms(root: EventTarget): void {
  if (watched.has(root)) return
  watched.add(root)
  root.addEventListener('submit', beginSubmit as EventListener, true)
  root.addEventListener('submit', catchForm as EventListener)
  if (findNavigation()) return
  root.addEventListener('submit', expectForm as EventListener, true)
  root.addEventListener('formdata', markForm as EventListener, true)
}

/** The browser's own agent acts, regardless of which code handles the form. */
function beginSubmit({ agentInvoked }: AgentSubmit): void {
  if (!agentInvoked) return
  beginAct()
  noteAgentRun()
}

/** The dispatched submit event, after which the browser sends the form unless a listener prevents it. */
let expected: SubmitEvent | undefined

function expectForm(event: SubmitEvent): void {
  expected = event
  // The browser reads the fields within the same task, but page code may read them later.
  setTimeout(() => {
    if (expected === event) expected = undefined
  })
}

/** Whether the browser reads the fields to send them; `new FormData(form)` reads them as well. */
function isSentByBrowser(form: EventTarget | null): boolean {
  if (isSubmitting(form)) return true
  // Page code may have stopped the submit event.
  if (expected?.target !== form) return isBeingSubmitted(form)
  return expected?.eventPhase === Event.NONE && !expected.defaultPrevented
}

function markForm({ target: form, formData }: FormDataEvent): void {
  if (!(form instanceof HTMLFormElement) || !isSentByBrowser(form) || currentOrigin() === 'human') return
  const method = expected?.target === form ? expected.submitter?.getAttribute('formmethod') : undefined
  if ((method ?? getFormMember(form, 'method')).toLowerCase() !== 'post') return
  // Only forms of apis can handle the mark.
  if (!formData.has(FORM_TOOL)) return
  formData.set(FORM_ORIGIN, 'agent')
  if (isTaintedResponse()) formData.set(FORM_TAINTED, '1')
  markForms(isTaintedResponse(), COOKIE_SECONDS)
}

/** Sends a form of an agent that the browser would send. */
function sendForm(event: NavigateEvent): void {
  const { formData, destination } = event
  if (formData === null || !event.cancelable || !isOfAgent(event)) return
  event.preventDefault()
  const refused = refuseAddress(destination.url)
  if (refused !== undefined) posts.push({ url: destination.url, refused })
  else void track(post(destination.url, formData, hasFiles(formData) ? 'multipart/form-data' : ''))
}

function hasFiles(data: FormData): boolean {
  return [...data.values()].some((value) => typeof value !== 'string')
}

/** Returns the outcomes of forms since the last call. */
export function takeFormPosts(): readonly FormPost[] {
  return posts.splice(0)
}

function catchForm(event: AgentSubmit): void {
  const form = event.target
  if (event.defaultPrevented || currentOrigin() === 'human' || !(form instanceof HTMLFormElement)) return
  // The form of an api returns its result to the agent (`send-forms.ts`).
  if (event.agentInvoked && isSentHere(event) && new FormData(form).has(FORM_TOOL)) return
  const action = readSubmission(event, 'action') || location.href
  const url = parseUrl(action)?.href ?? action
  const method = readSubmission(event, 'method').toLowerCase()
  if (method === 'dialog') return
  const refused = refuseAddress(url)
  // A GET form is treated like a link with a query.
  if (refused === undefined && method !== 'post') return
  event.preventDefault()
  if (refused !== undefined) posts.push({ url, refused })
  else void track(post(url, new FormData(form, event.submitter), readSubmission(event, 'enctype').toLowerCase()))
}

async function post(url: string, data: FormData, enctype: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...agentHeaders(), accept: 'text/html', [FORM_HEADER]: '1' },
      body: enctype === 'multipart/form-data' ? data : new URLSearchParams([...data].map(textEntry)),
    }).finally(announceSent)
    const target = response.headers.get(FORM_HEADER)
    // Agents can't leave the app: this one learns the URL.
    if (target) return void posts.push({ url: target, status: 303 })
    posts.push({ url: response.url, status: response.status })
    if (response.redirected && new URL(response.url).origin === location.origin)
      runWithOrigin('agent', () => location.assign(response.url))
  } catch {
    posts.push({ url, status: 0 })
  }
}
