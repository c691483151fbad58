/** Marks the next document as loaded by an agent, and takes the mark of this one. Loaded with the tools of an agent. */
import { FwError } from '#contract/http/error.ts'
import { AGENT_DOCUMENTS, type AgentMark, MARK_MS, readAgentMark } from './agent-document.ts'
import { markForms } from './form-cookie.ts'
import { findNavigation } from './navigation-api.ts'
import { isTaintedResponse } from './post-json.ts'

/**
 * Time in seconds in which the next document loads the tools of the agent. Until then, the browser sends its forms with a cookie as
 * the agent's. It also applies to the forms of other tabs, and of pages that load no tools.
 */
const TOOLS_SECONDS = 10

const UNMARKED =
  'The navigation was refused: the next document would count as opened by the user, because the session storage of the app is full or blocked. Remove data from sessionStorage, or ask the user to open the page.'

/** The mark that this document left last, unless a person has navigated since. */
let left: AgentMark | undefined
/** Whether the browser then began to leave the document. */
let isLeaving = false

let isWriting: () => boolean = () => false

/** Sets how a mark knows whether a person is writing. */
export function setWritingCheck(check: () => boolean): void {
  isWriting = check
}

/**
 * Leaves a mark for the document that a navigation loads, or removes it if a person navigates. Returns whether the next document
 * can know its cause.
 */
export function markNextDocument(isAgents: boolean): boolean {
  const { id } = navigation.currentEntry ?? {}
  left = isAgents ? [Date.now(), isTaintedResponse(), isWriting()] : undefined
  if (id === undefined) return !isAgents
  if (isAgents) {
    isLeaving = false
    addEventListener('beforeunload', noteLeaving)
  }
  const isStored = editMarks((marks) => {
    if (left) marks[id] = left
    else removeOwn(marks, id)
  })
  return isStored || !isAgents
}

/** A navigation that begins later is another one, such as a reload by the browser's own button. */
function noteLeaving(): void {
  isLeaving = left !== undefined && Date.now() - left[0] < MARK_MS
  // After the listeners of the app, which may clear the storage.
  removeEventListener('pagehide', renewMark)
  addEventListener('pagehide', renewMark)
}

/**
 * Renews the mark when the browser leaves the document. The next document starts to load after a person has confirmed that
 * changes may be lost, which may take longer than a mark is valid. The app may have cleared the storage.
 */
function renewMark(): void {
  const { id } = navigation.currentEntry ?? {}
  if (!isLeaving || id === undefined || left === undefined) return
  isLeaving = false
  const [, tainted, wasWriting] = left
  editMarks((marks) => {
    marks[id] = [Date.now(), tainted, wasWriting || isWriting()]
  })
  // Scripts of the next document may send a form before any module can mark it.
  markForms(tainted, TOOLS_SECONDS)
}

/** Functions that learn of refused navigations. */
const refusals = new Set<(reason: FwError) => void>()

/** Refuses an agent's navigation whose document would start as a person's. Browsers don't let a page cancel steps in the history. */
export function refuseDocument(event: NavigateEvent): void {
  event.preventDefault()
  console.error(`[fw] ${UNMARKED}`)
  for (const reject of refusals) reject(new FwError('unavailable', { message: UNMARKED }))
}

/**
 * Runs an act of an agent.
 *
 * @throws FwError with the code `unavailable` if a navigation is refused meanwhile.
 */
export async function rejectIfRefused<Result>(act: () => Promise<Result>): Promise<Result> {
  let refuse: (reason: FwError) => void = () => {}
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject
  })
  refusals.add(refuse)
  try {
    return await Promise.race([act(), refused])
  } finally {
    refusals.delete(refuse)
  }
}

/**
 * Returns the mark of this document, and removes it: it is not the mark of the next one. From now on, the tools of the agent mark the
 * forms.
 */
export function takeAgentMark(): AgentMark | undefined {
  const mark = readAgentMark()
  const from = findNavigation()?.activation?.from
  editMarks((marks) => removeOwn(marks, from?.id))
  if (mark) markForms(false, 0)
  return mark
}

/** Removes the marks that `readAgentMark` reads. */
function removeOwn(marks: Record<string, AgentMark>, id: string | undefined): void {
  for (const key of Object.keys(marks)) if (window === top || key === id) delete marks[key]
}

/** Edits the marks in the session storage. Returns whether they are stored: it may be full, and some documents have none. */
function editMarks(edit: (marks: Record<string, AgentMark>) => void): boolean {
  try {
    const marks = JSON.parse(sessionStorage.getItem(AGENT_DOCUMENTS) ?? '{}') as Record<string, AgentMark> // written below
    const before = Object.keys(marks).length
    edit(marks)
    if (Object.keys(marks).length > 0) sessionStorage.setItem(AGENT_DOCUMENTS, JSON.stringify(marks))
    else if (before > 0) sessionStorage.removeItem(AGENT_DOCUMENTS)
    return true
  } catch {
    return false
  }
}
