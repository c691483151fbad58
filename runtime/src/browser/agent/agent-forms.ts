/**
 * Forms that an agent submits. They are posted with agent origin in a header, which a browser's own submission can't
 * have. A submission that no listener sees, because of `form.submit()` or a stopped event, has the origin in a field.
 */
import type { Origin } from '#contract/api.ts'
import { FORM_ORIGIN, FORM_TAINTED, FORM_TOOL } from '#contract/page/form.ts'
import { findHold, track } from '../calls/activity.ts'
import { type AgentSubmit, currentOrigin, runWithOrigin } from '../calls/cause.ts'
import { agentHeaders, isTaintedResponse } from '../calls/post-json.ts'
import { textEntry } from '../forms/send-for-agent.ts'
import { beginAct } from './begin-act.ts'
import { parseUrl, refuseAddress } from './refuse-element.ts'
import { keepForm } from './stay-in-document.ts'

/** The outcome of a submitted form. */
interface FormPost {
  readonly url: string
  /** HTTP status. */
  readonly status?: number
  readonly refused?: string
}

const posts: FormPost[] = []
let isListening = false

/** Sends the forms that agents submit from now on, unless the page's own code handles them. */
export function catchAgentForms(): void {
  if (isListening) return
  isListening = true
  addEventListener('submit', beginSubmit, true)
  addEventListener('submit', holdForm, true)
  addEventListener('submit', catchForm)
  addEventListener('submit', expectForm, true)
  addEventListener('formdata', markForm, true)
  if ('navigation' in globalThis) navigation.addEventListener('navigate', sendMarkedForm)
  const { submit } = HTMLFormElement.prototype
  HTMLFormElement.prototype.submit = function () {
    if (isFormHeld(this)) return
    submitted = this
    submitters.set(this, currentOrigin())
    keepForm(this)
    try {
      submit.call(this)
    } finally {
      submitted = undefined
    }
  }
}

/** The browser's own agent acts, regardless of which code handles the form. */
function beginSubmit({ agentInvoked }: AgentSubmit): void {
  if (agentInvoked) beginAct()
}

/** Prevents forms in a preview run. */
function holdForm(event: SubmitEvent): void {
  if (!(event.target instanceof HTMLFormElement) || !isFormHeld(event.target)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function isFormHeld(form: HTMLFormElement): boolean {
  const hold = findHold()
  if (hold === undefined) return false
  const { [FORM_TOOL]: tool = form.action, ...fields } = Object.fromEntries([...new FormData(form)].map(textEntry))
  hold(tool, fields)
  return true
}

/**
 * Origin of the last submission of a form. A browser submits it in a later task, and treats submissions by scripts as
 * trusted.
 */
const submitters = new WeakMap<Element, Origin>()

/** Returns the origin of the form that a navigation submits; `undefined` for other navigations. */
export function findSubmitter({ sourceElement }: NavigateEvent): Origin | undefined {
  const form = sourceElement && 'form' in sourceElement ? sourceElement.form : sourceElement
  return form instanceof HTMLFormElement ? submitters.get(form) : undefined
}

/** The form whose `submit()` is running. */
let submitted: HTMLFormElement | undefined
/** The dispatched submit event, after which the browser sends the form unless a listener prevents it. */
let expected: SubmitEvent | undefined

function expectForm(event: SubmitEvent): void {
  expected = event
  if (event.target instanceof HTMLFormElement) submitters.set(event.target, currentOrigin())
  // The browser reads the fields within the same task, but page code may read them later.
  setTimeout(() => {
    if (expected === event) expected = undefined
  })
}

/** Whether the browser reads the fields to send them; `new FormData(form)` reads them as well. */
function isSentByBrowser(form: EventTarget | null): boolean {
  if (submitted === form) return true
  return expected?.target === form && expected?.eventPhase === Event.NONE && !expected.defaultPrevented
}

function markForm({ target: form, formData }: FormDataEvent): void {
  if (!(form instanceof HTMLFormElement) || !isSentByBrowser(form) || currentOrigin() === 'human') return
  const method = expected?.target === form ? expected.submitter?.getAttribute('formmethod') : undefined
  if ((method ?? form.method).toLowerCase() !== 'post') return
  // Without the Navigation API, only forms of apis can handle the mark.
  if (!('navigation' in globalThis) && !formData.has(FORM_TOOL)) return
  formData.set(FORM_ORIGIN, 'agent')
  if (isTaintedResponse()) formData.set(FORM_TAINTED, '1')
}

/** Sends a marked form with headers, which every endpoint of the app reads. */
function sendMarkedForm(event: NavigateEvent): void {
  const { formData, destination } = event
  if (formData?.get(FORM_ORIGIN) !== 'agent' || !event.cancelable) return
  event.preventDefault()
  formData.delete(FORM_ORIGIN)
  formData.delete(FORM_TAINTED)
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
  if (event.agentInvoked && new FormData(form).has(FORM_TOOL)) return
  const { submitter } = event
  const attribute = (name: 'method' | 'action' | 'enctype') =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const action = attribute('action') || location.href
  const url = parseUrl(action)?.href ?? action
  const method = attribute('method').toLowerCase()
  if (method === 'dialog') return
  const refused = refuseAddress(url)
  // A GET form is treated like a link with a query.
  if (refused === undefined && method !== 'post') return
  event.preventDefault()
  if (refused !== undefined) posts.push({ url, refused })
  else void track(post(url, new FormData(form, submitter), attribute('enctype').toLowerCase()))
}

async function post(url: string, data: FormData, enctype: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...agentHeaders(), accept: 'text/html' },
      body: enctype === 'multipart/form-data' ? data : new URLSearchParams([...data].map(textEntry)),
    })
    posts.push({ url: response.url, status: response.status })
    if (response.redirected && new URL(response.url).origin === location.origin)
      runWithOrigin('agent', () => location.assign(response.url))
  } catch {
    posts.push({ url, status: 0 })
  }
}
