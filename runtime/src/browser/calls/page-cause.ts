/**
 * The cause of a navigation: an agent's page is requested with its origin, and islands start with the cause of the page that
 * is shown. A document that the browser loads for an agent is marked.
 */
import type { Origin } from '#contract/api.ts'
import { AGENT_NAVIGATION_KEY, type AgentNavigation } from '#contract/page/agent-navigation.ts'
import { noteAgentRun } from '../agent/agent-runs.ts'
import { countSteps, isAgentsTurn } from '../agent/agent-turn.ts'
import { beginAct, beginGesture, isOfPerson, replayAsPerson } from '../agent/begin-act.ts'
import { findSubmission } from '../agent/submissions.ts'
import { readTraversalOrigin, watchTraversals } from '../agent/traversals.ts'
import { leaveControl } from '../agent/watch-focus.ts'
import { causes } from '../islands/start-island.ts'
import { withSharedCause } from './carry-cause.ts'
import { type Cause, carriedCause, countActs, currentCause, currentOrigin, runWith, runWithOrigin } from './cause.ts'
import { markNextDocument, refuseDocument } from './mark-document.ts'
import { findNavigation } from './navigation-api.ts'
import { agentHeaders } from './post-json.ts'

/** Keys of history entries that agents created or gave another address, whose addresses a person has not chosen. */
const agentEntries = new Set<string>()

/** Records that an agent created the current entry, or loaded its document. */
export function noteAgentEntry(): void {
  const { key } = findNavigation()?.currentEntry ?? {}
  if (key !== undefined) agentEntries.add(key)
}

/** Number of islands that start for an agent. */
let starting = 0

/** Starts an island for an agent: it takes effect, such as a focus, when its code has arrived. */
export async function startForAgent(start: () => Promise<void>): Promise<void> {
  starting++
  try {
    await start()
  } finally {
    starting--
  }
}

type Run = (run: () => unknown) => void

/** From now on, islands of a page that a person navigates to start as the person's, until an agent acts again. */
export function followPageCause(): void {
  const runPlain: Run = (run) => run()
  /** For the page that is shown, and for the navigation in progress, which may lead to no page. */
  let runAsPage = runPlain
  let runAsNavigation = runPlain
  const runs = new WeakMap<Event, Run>()
  /** Navigations that are acts of an agent, and whether one has opened the page that is shown. */
  const acts = new WeakSet<Event>()
  let isAgentsPage = false
  const newer = createNewerVersions()
  causes.keep = (replayed) => {
    const cause = currentCause()
    // A click that an island missed is deferred work of a user, unless other work clicks during a user's press.
    if (cause.origin === 'human' || (replayed && carriedCause() === undefined && isOfPerson(replayed))) {
      const run = runWithOrigin('human', () => withSharedCause(runPlain))
      if (replayed === undefined) return run
      // An agent may have acted in the meantime.
      return (dispatch) => run(() => (currentCause().origin === 'human' ? replayAsPerson(dispatch) : dispatch()))
    }
    if (replayed) return (run) => replayWith(cause, run)
    if (cause.origin !== undefined) return (run) => runWith({ ...cause, isPage: true }, run)
    return starting === 0 ? runAsPage : withAct(runAsPage)
  }
  const hooks: AgentNavigation = {
    readHeaders: (event) => (isOfAgent(event) ? agentHeaders() : undefined),
    runAsNavigation: (run) => runAsNavigation(run),
    keep() {
      const cause = currentCause()
      if (cause.origin === 'agent') return (run) => runWith(cause, run)
      const run = causes.keep()
      return isAgentsPage && cause.origin === undefined ? withAct(run) : run
    },
    readNewerHeaders: newer.readHeaders,
    show(event) {
      if (!event) return newer.show(isAgentsPage)
      runAsPage = runs.get(event) ?? runPlain
      isAgentsPage = acts.has(event)
      if (!isAgentsPage) return
      takeEffect()
      leaveControl()
    },
  }
  Object.assign(globalThis, { [Symbol.for(AGENT_NAVIGATION_KEY)]: hooks })
  // Without the Navigation API every page is a new document.
  const navigation = findNavigation()
  if (!navigation) return
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
    // A page that refreshes itself by a clock doesn't act for an agent.
    if (findOrigin(event) === 'agent' && !currentCause().isPage) acts.add(event)
  })
}

/**
 * Newer versions of the page that is shown, such as of a live page, without a navigation. One that may contain the effects of an
 * agent's act is an act: the button with the person's focus may be another one, and shouldn't receive the next key.
 */
function createNewerVersions() {
  /** The number of an agent's steps when the last version was requested, and the one that was shown. */
  let requested = 0
  let shown = 0
  return {
    readHeaders() {
      requested = countSteps()
      return countActs() > 0 ? agentHeaders() : undefined
    },
    show(isAgentsPage: boolean) {
      const steps = countSteps()
      if (isAgentsPage || steps > shown || isAgentsTurn()) {
        takeEffect()
        leaveControl()
      }
      shown = Math.max(shown, requested) + countSteps() - steps
    },
  }
}

function withoutHash(href: string): string {
  return href.replace(/#.*/, '')
}

/** Dispatches an event again that an island has missed. */
function replayWith(cause: Cause, dispatch: () => unknown): void {
  if (cause.origin === 'agent') takeEffect()
  runWith(cause, dispatch)
}

/** Marks an act of an agent before each run. */
function withAct(run: Run): Run {
  return (change) => {
    takeEffect()
    run(change)
  }
}

/** An act of an agent takes effect only now: a person may have used the page since it began. */
function takeEffect(): void {
  beginAct()
  noteAgentRun()
}

/**
 * Whether an agent caused the event. Navigations by the browser's own buttons have human origin, except those to an entry that an agent
 * created.
 */
export function isOfAgent(event: Event | NavigateEvent): boolean {
  const origin = findOrigin(event)
  const isOfBrowser = 'userInitiated' in event && event.userInitiated
  return (origin ?? currentOrigin()) === 'agent' && (origin !== undefined || !isOfBrowser)
}

/** Returns the origin of the event; `undefined` if unknown. */
function findOrigin(event: Event | NavigateEvent): Origin | undefined {
  if (!('userInitiated' in event)) return currentCause().origin
  if (event.navigationType === 'traverse' && agentEntries.has(event.destination.key)) return 'agent'
  return findSubmission(event)?.origin ?? readTraversalOrigin(event) ?? currentCause().origin
}
