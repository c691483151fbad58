/** Marks the next document as loaded by an agent, and takes the mark of this one. Loaded with the tools of an agent. */
import { AGENT_DOCUMENTS, type AgentMark, MARK_MS, readAgentMark } from './agent-document.ts'
import { isTaintedResponse } from './post-json.ts'

/** When this document left its last mark. */
let markedAt = 0
/** Whether the browser then began to leave the document. */
let isLeaving = false

let isWriting: () => boolean = () => false

/** Sets how a mark knows whether a person is writing. */
export function setWritingCheck(check: () => boolean): void {
  isWriting = check
}

/** Leaves a mark for the document that a navigation loads, or removes it if a person navigates. */
export function markNextDocument(isAgents: boolean): void {
  const { id } = navigation.currentEntry ?? {}
  if (id === undefined) return
  if (isAgents) {
    markedAt = Date.now()
    isLeaving = false
    addEventListener('beforeunload', noteLeaving)
    addEventListener('pagehide', renewMark)
  }
  editMarks((marks) => {
    if (isAgents) marks[id] = [markedAt, isTaintedResponse(), isWriting()]
    else removeOwn(marks, id)
  })
}

/** A navigation that begins later is another one, such as a reload by the browser's own button. */
function noteLeaving(): void {
  isLeaving = Date.now() - markedAt < MARK_MS
}

/**
 * Renews the mark when the browser leaves the document. The next document starts to load after a person has confirmed that
 * changes may be lost, which may take longer than a mark is valid.
 */
function renewMark(): void {
  const { id } = navigation.currentEntry ?? {}
  if (!isLeaving || id === undefined) return
  isLeaving = false
  editMarks((marks) => {
    // A person's navigation has removed it.
    const [, tainted, wasWriting = false] = marks[id] ?? []
    if (tainted !== undefined) marks[id] = [Date.now(), tainted, wasWriting || isWriting()]
  })
}

/** Returns the mark of this document, and removes it: it is not the mark of the next one. */
export function takeAgentMark(): AgentMark | undefined {
  const mark = readAgentMark()
  const from = globalThis.navigation?.activation?.from
  editMarks((marks) => removeOwn(marks, from?.id))
  return mark
}

/** Removes the marks that `readAgentMark` reads. */
function removeOwn(marks: Record<string, AgentMark>, id: string | undefined): void {
  for (const key of Object.keys(marks)) if (window === top || key === id) delete marks[key]
}

function editMarks(edit: (marks: Record<string, AgentMark>) => void): void {
  try {
    const marks = JSON.parse(sessionStorage.getItem(AGENT_DOCUMENTS) ?? '{}') as Record<string, AgentMark> // written below
    const before = Object.keys(marks).length
    edit(marks)
    if (Object.keys(marks).length > 0) sessionStorage.setItem(AGENT_DOCUMENTS, JSON.stringify(marks))
    else if (before > 0) sessionStorage.removeItem(AGENT_DOCUMENTS)
  } catch {
    // Some documents have no storage, such as sandboxed frames.
  }
}
