/**
 * Documents that the browser loads because of an agent. A new document doesn't know its cause, so the document before it leaves
 * a mark in the session storage, under the id of its history entry.
 */

/** Key of the marks in the session storage. The loader checks its presence (`islands/boot.ts`). */
export const AGENT_DOCUMENTS = 'fw:agent'

/** When an agent left the document, whether it had read untrusted content there, and whether a person was writing. */
export type AgentMark = readonly [at: number, tainted: boolean, wasWriting: boolean]

/**
 * Longest time in milliseconds between a mark and the start of the navigation. A later document was not loaded by the agent: its
 * own navigation ended without a document, such as a download.
 */
export const MARK_MS = 5_000

/**
 * Returns the mark of this document; `undefined` if no agent loaded it, or without the Navigation API or storage. Documents in
 * between that loaded no tools of an agent, such as a page that only redirects, left the mark of an earlier one.
 */
export function readAgentMark(): AgentMark | undefined {
  try {
    const marks = JSON.parse(sessionStorage[AGENT_DOCUMENTS]) as Readonly<Record<string, AgentMark>> // see `mark-document.ts`
    // A frame shares the storage with its parent.
    const own = window === top ? Object.values(marks) : [marks[navigation.activation?.from?.id as string] as AgentMark] // all that is absent throws
    // `performance.timeOrigin` may be wrong after the computer has slept.
    const startedAt = Date.now() - performance.now()
    // A document renews its mark when it is left, after the next one has started to load.
    return own.findLast(([at]) => startedAt - at < MARK_MS)
  } catch {
    return undefined
  }
}
