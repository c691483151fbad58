/**
 * The causes of form submissions. A browser sends a form in a later task and regards all submissions by scripts as equal. The
 * submit event reaches no listener of the window if the form is in a shadow root, or if other code stops the event.
 */
import type { Origin } from '#contract/api.ts'
import { currentOrigin } from '../calls/cause.ts'
import { findClicked } from './click-path.ts'
import { isSubmit } from './refuse-element.ts'
import { onScriptClick } from './script-clicks.ts'
import { keepForm } from './stay-in-document.ts'

/** Time in milliseconds within which the browser sends a submitted form. */
const SENT_MS = 100

/** Who submits a form. */
interface Submission {
  readonly origin: Origin
}

/** The submissions in progress. */
const submissions = new WeakMap<HTMLFormElement, Submission>()
/** The submission that the last click by a script may cause: a slot may be in a button of a closed shadow root. */
let clicked: Submission | undefined
let isWatching = false

/** The form whose `submit()` is running. */
let submitted: HTMLFormElement | undefined

/** Whether `form.submit()` is running. */
export function isSubmitting(form: EventTarget | null): boolean {
  return form !== null && submitted === form
}

/** The last form that was submitted in this task. */
let last: EventTarget | undefined

/** Whether the form was submitted in this task, by a script or an event that was seen. The browser reads its fields then. */
export function isBeingSubmitted(form: EventTarget | null): boolean {
  return form !== null && last === form
}

/** Records who submits forms from now on. `watch` receives the shadow roots of forms that scripts submit. */
export function watchSubmissions(watch: (root: Node) => void): void {
  if (isWatching) return
  isWatching = true
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && record(target), true)
  const { submit, requestSubmit } = HTMLFormElement.prototype
  HTMLFormElement.prototype.submit = function () {
    watch(this.getRootNode())
    submitted = this
    record(this)
    keepForm(this)
    try {
      submit.call(this)
    } finally {
      submitted = undefined
    }
  }
  HTMLFormElement.prototype.requestSubmit = function (submitter) {
    watch(this.getRootNode())
    record(this)
    keepForm(this, submitter)
    requestSubmit.call(this, submitter)
  }
  onScriptClick((target) => {
    const label = findClicked<HTMLLabelElement>(target, 'label')
    const button = [findClicked(target, 'button, input'), label?.control].find(isSubmit)
    const { form } = (button ?? {}) as Partial<HTMLButtonElement> // `isSubmit` matches elements that have one
    if (button && form) {
      watch(form.getRootNode())
      record(form)
      keepForm(form, button)
    }
    noteClick()
    return false
  })
}

function record(form: HTMLFormElement): void {
  const submission = readSubmission()
  last = form
  setTimeout(() => {
    if (last === form) last = undefined
  })
  submissions.set(form, submission)
  setTimeout(() => {
    if (submissions.get(form) === submission) submissions.delete(form)
  }, SENT_MS)
}

function noteClick(): void {
  const submission = readSubmission()
  // The browser may handle a person's input before it sends the form.
  if (clicked?.origin === 'agent' && submission.origin === 'human') return
  clicked = submission
  setTimeout(() => {
    if (clicked === submission) clicked = undefined
  }, SENT_MS)
}

function readSubmission(): Submission {
  return { origin: currentOrigin() }
}

/**
 * Returns the submission of the form that a navigation sends; `undefined` for other navigations, and if unknown. Browsers
 * report forms as initiated by a user if a script clicks their button.
 */
export function findSubmission({ sourceElement, formData }: NavigateEvent): Submission | undefined {
  const form = sourceElement && 'form' in sourceElement ? sourceElement.form : sourceElement
  if (form instanceof HTMLFormElement) return submissions.get(form) ?? clicked
  return formData ? clicked : undefined
}
