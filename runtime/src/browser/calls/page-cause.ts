/**
 * The cause of a navigation: an agent's page is requested with its origin, and islands start with the cause of the page that
 * is shown. A document that the browser loads for an agent is marked.
 */
import { AGENT_NAVIGATION_KEY, type AgentNavigation } from '#contract/page/agent-navigation.ts'
import { noteAgentRun } from '../agent/agent-runs.ts'
import { beginAct, beginGesture, isOfPerson, replayAsPerson } from '../agent/begin-act.ts'
import { findSubmission } from '../agent/submissions.ts'
import { readTraversalOrigin, watchTraversals } from '../agent/traversals.ts'
import { causes } from '../islands/start-island.ts'
import { withSharedCause } from './carry-cause.ts'
import { type Cause, currentCause, currentOrigin, runWith, runWithOrigin } from './cause.ts'
import { markNextDocument, refuseDocument } from './mark-document.ts'
import { agentHeaders } from './post-json.ts'

/** Keys of history entries that agents created or gave another address, whose addresses a person has not chosen. */
const agentEntries = new Set<string>()

/** Records that an agent created the current entry, or loaded its document. */
export function noteAgentEntry(): void {
  const { key } = globalThis.navigation?.currentEntry ?? {}
  if (key !== undefined) agentEntries.add(key)
}

type Run = (run: () => unknown) => void

/** From now on, islands of a page that a person navigates to start as the person's, until an agent acts again. */
export function followPageCause(): void {
  const runPlain: Run = (run) => run()
  /** For the page that is shown, and for the navigation in progress, which may lead to no page. */
  let runAsPage = runPlain
  let runAsNavigation = runPlain
  const runs = new WeakMap<Event, Run>()
  causes.keep = (replayed) => {
    const cause = currentCause()
    // A click that an island missed is deferred work of a user.
    if (cause.origin === 'human' || (replayed && isOfPerson(replayed))) {
      const run = runWithOrigin('human', () => withSharedCause(runPlain))
      if (replayed === undefined) return run
      // An agent may have acted in the meantime.
      return (dispatch) => run(() => (currentCause().origin === 'human' ? replayAsPerson(dispatch) : dispatch()))
    }
    if (replayed) return (run) => replayWith(cause, run)
    return cause.origin === undefined ? runAsPage : (run) => runWith({ ...cause, isPage: true }, run)
  }
  const hooks: AgentNavigation = {
    readHeaders: (event) => (isOfAgent(event) ? agentHeaders() : undefined),
    runAsNavigation: (run) => runAsNavigation(run),
    keep: () => causes.keep(),
    show(event) {
      runAsPage = runs.get(event) ?? runPlain
    },
  }
  Object.assign(globalThis, { [Symbol.for(AGENT_NAVIGATION_KEY)]: hooks })
  // Without the Navigation API every page is a new document.
  if (!('navigation' in globalThis)) return
  watchTraversals()
  let isNextOfAgent = false
  navigation.addEventListener('currententrychange', () => {
    if (isNextOfAgent) noteAgentEntry()
  })
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest } = event
    const isAgents = isOfAgent(event)
    // A document that an agent loads may still be arriving.
    if (!isAgents && typeof downloadRequest === 'string') return beginGesture()
    // Code also replaces the state of an entry, such as a scroll position.
    const isOther =
      navigationType === 'push' ||
      !destination.sameDocument ||
      withoutHash(destination.url) !== withoutHash(location.href)
    isNextOfAgent = isAgents && isOther
    if (!destination.sameDocument && !markNextDocument(isAgents)) return refuseDocument(event)
    if (destination.sameDocument && navigationType !== 'traverse') return
    if (!isAgents) beginGesture()
    runAsNavigation = isAgents ? runPlain : runWithOrigin('human', () => withSharedCause(runPlain))
    runs.set(event, runAsNavigation)
  })
}

function withoutHash(href: string): string {
  return href.replace(/#.*/, '')
}

/** Dispatches an event again that an island has missed. An agent's is an act, which takes effect only now. */
function replayWith(cause: Cause, dispatch: () => unknown): void {
  if (cause.origin === 'agent') {
    beginAct()
    noteAgentRun()
  }
  runWith(cause, dispatch)
}

/**
 * Whether an agent caused the event. Navigations by the browser's own buttons have human origin, except those to an entry that an agent
 * created.
 */
export function isOfAgent(event: Event | NavigateEvent): boolean {
  const isNavigation = 'userInitiated' in event
  if (isNavigation && event.navigationType === 'traverse' && agentEntries.has(event.destination.key)) return true
  const known = isNavigation ? (findSubmission(event)?.origin ?? readTraversalOrigin(event)) : undefined
  const origin = known ?? currentCause().origin
  return (origin ?? currentOrigin()) === 'agent' && (origin !== undefined || !isNavigation || !event.userInitiated)
}
