/** Marks an agent's act, and from then on identifies the gestures of a user. Loaded with the tools of an agent. */
import type { Origin } from '#contract/api.ts'
import { pendingWork } from '#solid/islands/foreign-islands.ts'
import {
  type Cause,
  carriedCause,
  currentCause,
  currentOrigin,
  noteAct,
  noteContinuation,
  readEventsBy,
  replaceCause,
  runWith,
} from '../calls/cause.ts'
import { isAfterWork, watchWork } from '../calls/continued-work.ts'
import {
  endFill,
  isDismissal,
  isElement,
  isLeavingAgentField,
  isScrolling,
  listPressed,
  noteFill,
  noteOpening,
} from './agent-fields.ts'
import { isAgentFill } from './agent-fills.ts'
import { noteAgentRun } from './agent-runs.ts'
import { beginPress, countSteps, endPress, endTurn } from './agent-turn.ts'
import { listToggledDetails } from './click-path.ts'
import { findFocused, takesText } from './focused-element.ts'
import { EFFECTS, GESTURES, INPUTS } from './gesture-events.ts'
import { isLeavingGesture, noteAround, PRESS, usesControl } from './leaving-gestures.ts'
import { mayBeTaken, notePersonsUse } from './taken-fields.ts'

/** Events that browsers fire in a later task, after a script or a user has opened or closed something. */
const LATE = ['toggle', 'close']
/** Time in milliseconds within which the task of a late event runs. */
const LATE_MS = 100

interface Switcher {
  readonly origin: Origin
  /** The number of an agent's steps then, for a part that a script opens and closes without an event. */
  readonly steps?: number | undefined
}

/** Events at the start and at the end of a press or a key. */
const BEGINNING = new Set(['pointerdown', 'keydown'])
const ENDING = new Set(['pointerup', 'keyup'])

const MODIFIER_KEY = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/

/** The last gesture, until its task has ended, and its targets. */
let gesture: Event | undefined
let pressed: readonly EventTarget[] = []
let isWatching = false
/** Called with the origin of each act and gesture, and the type of its event. */
let onActor: (actor: Origin, type?: string) => void = () => {}
let onFrameFocus: (event: FocusEvent) => void = () => {}
let onRootFocus: (event: FocusEvent) => void = () => {}
/** Whether no script was running when the event was fired. */
let isNative = false
/** The event in progress if a user caused it. */
let personal: Event | undefined
/** The event in progress if a field that is still an agent's is left. A handler of a user's event may cause it. */
let leaving: Event | undefined
/** The late event in progress whose origin is known. */
let late: Event | undefined
/** Whether a person's event is dispatched again. */
let isReplaying = false
/** Whether the last key went down in the approval panel: it may go up in the page, if it closes the panel. */
let isPanelKey = false
/** The end of an input method if no script dispatches it. Chromium doesn't trust it. */
let untrustedEnd: Event | undefined
/** Who opened or closed an element last. */
const switchers = new WeakMap<EventTarget, Switcher>()
/** Origins of events that aren't gestures in the page: late ones, those for a field that an agent fills in, and those in the panel. */
const knownOrigins = new WeakMap<Event, Origin>()

/** Marks the start of an agent's act. */
export function beginAct(): void {
  watchGestures()
  onActor('agent')
  noteAct()
}

/**
 * Marks that the later work of an act continues, such as a clock. It ends the human origin of less than a new act, but may move
 * the focus.
 *
 * @param work The same object for all later work of the act.
 */
export function continueAct(work: Cause): void {
  onActor('agent')
  noteContinuation(work)
}

/** Calls the listener with the origin of each later act and gesture. */
export function watchActors(listener: typeof onActor): void {
  onActor = listener
}

/** Marks an act of a person that causes no event, such as the browser's back button. */
export function beginGesture(): void {
  onActor('human')
}

/** Watches the gestures of a user. Listeners of the window that ask for an event's origin must be added later. */
export function watchGestures(): void {
  watchWork()
  if (isWatching || !globalThis.document) return
  isWatching = true
  readEventsBy(readOrigin, findEvent)
  watchWindow(globalThis)
  watchNewRoots()
  // The focus went into a frame, which may be in a shadow root or still be loading.
  addEventListener('blur', () => watchFrame({ target: findFocused() }))
}

/**
 * Watches the gestures in a window, and in its frames of this origin, whose events the page's code may handle, as text editors
 * do. Listeners that exist aren't added again. `document.open()` removes those of a frame.
 */
function watchWindow(view: Pick<Window, 'addEventListener' | 'document'>): void {
  watchTree(view)
  watchSwitches(view)
  const { document } = view
  document.addEventListener('load', watchFrame, true)
  for (const target of document.querySelectorAll('iframe, frame, object')) watchFrame({ target })
}

/** Watches the frame that an element shows. The document of another origin is `null`. */
function watchFrame({ target }: { readonly target: EventTarget | null }): void {
  const { contentDocument } = (target ?? {}) as Partial<HTMLIFrameElement> // other elements have none
  if (!contentDocument?.defaultView) return
  watchWindow(contentDocument.defaultView)
  contentDocument.addEventListener('focusin', noteFrameFocus)
}

function noteFrameFocus(event: FocusEvent): void {
  onFrameFocus(event)
}

/** Calls the listener when an element in a frame of this origin gets the focus. There is one listener. */
export function watchFrameFocus(listener: typeof onFrameFocus): void {
  onFrameFocus = listener
}

/** Watches the gestures in a window, or in a shadow tree: some of their events, such as `submit`, end at its root. */
function watchTree(tree: Pick<EventTarget, 'addEventListener'>): void {
  for (const type of [...GESTURES, ...EFFECTS, ...INPUTS]) watchType(tree, type)
}

function watchType(tree: Pick<EventTarget, 'addEventListener'>, type: string): void {
  // Without `passive`, a page doesn't scroll by touch until its scripts have run.
  tree.addEventListener(type, probe, { capture: true, passive: true })
  tree.addEventListener(type, note, { capture: true, passive: true })
}

/** Watches what opens and closes. Popovers and dialogs fire an event immediately; `details` elements are opened by a click. */
function watchSwitches(tree: Pick<EventTarget, 'addEventListener'>): void {
  for (const type of ['beforetoggle', 'click']) tree.addEventListener(type, noteSwitch, true)
  for (const type of LATE) tree.addEventListener(type, noteLate, true)
}

/** Shadow trees in which gestures are watched. */
const watchedRoots = new WeakSet<EventTarget>()

/** Watches the shadow trees of an event, also in a frame, which has classes of its own. */
function watchRoots(event: Event): void {
  for (const tree of event.composedPath()) {
    if ((tree as Node).nodeType !== Node.DOCUMENT_FRAGMENT_NODE) continue
    watchRoot(tree as ShadowRoot) // no other fragment is in the path of an event
    if (watchedRoots.has(tree)) continue
    watchedRoots.add(tree)
    watchTree(tree)
  }
}

/** Watches the events in a shadow tree that don't leave it: when a part opens, and when the focus moves within the tree. */
function watchRoot(root: ShadowRoot): void {
  // First, who causes the event. Listeners that exist aren't added again.
  for (const type of ['focusin', 'beforetoggle', 'click']) watchType(root, type)
  watchSwitches(root)
  if (root.ownerDocument === document) root.addEventListener('focusin', noteRootFocus, true)
}

/** Watches the open shadow trees of the document, and all that scripts attach from now on. */
function watchNewRoots(): void {
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    if (this.localName !== 'fw-approval') watchRoot(root)
    return root
  }
  const visit = (tree: ParentNode): void => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      if (shadowRoot === null) continue
      watchRoot(shadowRoot)
      visit(shadowRoot)
    }
  }
  visit(document)
}

function noteRootFocus(event: Event): void {
  onRootFocus(event as FocusEvent)
}

/** Calls the listener when the focus moves within a shadow tree, or into it. There is one listener. */
export function watchRootFocus(listener: typeof onRootFocus): void {
  onRootFocus = listener
}

/**
 * Detects events outside of scripts: microtasks run between two listeners only if no script is on the stack. Browsers also
 * trust events that a script causes, such as the click on a label's field, and a script of another task may run before
 * the timer that ends a gesture.
 */
function probe(): void {
  isNative = false
  queueMicrotask(() => {
    isNative = true
  })
}

/**
 * Dispatches a person's event again that an island has missed. Each listener gets its origin as for the event itself: it may be one
 * of the whole page.
 */
export function replayAsPerson(dispatch: () => void): void {
  isReplaying = true
  const before = replaceCause(undefined)
  try {
    dispatch()
  } finally {
    replaceCause(before)
    isReplaying = false
  }
}

function note(event: Event): void {
  if (isReplaying) noteAround(event)
  if (event.type === 'compositionend' && !event.isTrusted) untrustedEnd = isNative ? event : undefined
  if (!isTrusted(event) || knownOrigins.has(event)) return
  if (isForPanel(event)) {
    knownOrigins.set(event, 'agent')
    // A press in the panel isn't an act, nor is the later work of the listeners that receive it, such as a timer.
    Object.assign(currentCause(), { isPage: true })
    onActor('human', event.type)
  } else if (isLeavingAgentField(event)) {
    knownOrigins.set(event, 'agent')
    leaving = event
  } else if (isNative) noteNative(event)
  else if (event.type === 'input' && currentOrigin() === 'agent') {
    // Code of an agent has clicked a checkbox, or has written with a command of the browser.
    const [field] = event.composedPath()
    if (field) noteFill(field)
  }
}

/**
 * Whether an event is meant for the approval panel, which an agent's call has opened. A person who decides there does nothing else
 * in the page, whose listeners may receive the event, too.
 */
function isForPanel({ type, target }: Event): boolean {
  const isInPanel = (target as Partial<Element> | null)?.localName === 'fw-approval'
  if (type === 'keydown') isPanelKey = isInPanel
  return isInPanel || (type === 'keyup' && isPanelKey)
}

function noteNative(event: Event): void {
  if (isAgentFill(event, gesture !== undefined)) {
    knownOrigins.set(event, 'agent')
    if (event.target) noteFill(event.target)
    beginAct()
    noteAgentRun()
    return
  }
  if (isScrolling(event, gesture !== undefined)) {
    knownOrigins.set(event, 'agent')
    return
  }
  if ((EFFECTS.includes(event.type) && !gesture) || mayBeTaken(event, gesture !== undefined)) return
  // What an agent has begun must not continue as an effect of the person's event.
  if (!isInProgress(personal)) runWith({ origin: undefined }, () => pendingWork.finish?.())
  personal = event
  if (EFFECTS.includes(event.type)) return
  // Enter in a field changes it, and clicks the button of its form.
  const isOfField = gesture !== undefined && !PRESS.test(gesture.type) && isInTextField()
  gesture = event
  notePersonsUse(event)
  pressed = listPressed(event)
  noteAround(event)
  const { repeat, key = '' } = event as Partial<KeyboardEvent> // other events have none
  // A key that is held down has begun before. A modifier belongs to a press or to another key.
  if (BEGINNING.has(event.type) && !repeat && !MODIFIER_KEY.test(key)) beginPress()
  if (ENDING.has(event.type) && !MODIFIER_KEY.test(key)) endPress()
  if (event.type === 'click' && !isOfField && usesControl(pressed)) endTurn()
  // A press of its label changes a checkbox.
  if (event.type === 'input' && pressed[0]) endFill(pressed[0])
  watchRoots(event)
  onActor('human', event.type)
  setTimeout(() => {
    if (gesture === event) gesture = undefined
  })
}

/** Whether the last gesture of a person was in a field that takes text. */
function isInTextField(): boolean {
  const [target] = pressed
  return target !== undefined && isElement(target) && takesText(target)
}

function noteSwitch(event: Event & Partial<ToggleEvent>): void {
  const { type, target, newState } = event
  if (!target) return
  const isClick = type === 'click'
  const origin = isClick && isByPerson(event) ? 'human' : currentCause().origin
  if (newState === 'open') noteOpening(target, currentOrigin() === 'agent')
  for (const part of isClick ? listToggledDetails(target as Element) : [target]) {
    switchers.delete(part)
    if (origin === undefined) continue
    const switcher: Switcher = { origin, steps: isClick ? countSteps() : undefined }
    switchers.set(part, switcher)
    setTimeout(() => {
      if (switchers.get(part) === switcher) switchers.delete(part)
    }, LATE_MS)
  }
}

function noteLate(event: Event): void {
  const switcher = event.target && switchers.get(event.target)
  if (!event.isTrusted || !event.target || !switcher) return
  const { origin, steps } = switcher
  if (steps !== undefined) {
    switchers.delete(event.target)
    // It may be the agent who has opened or closed it since.
    if (origin === 'human' && steps !== countSteps()) return
  }
  knownOrigins.set(event, origin)
  late = event
}

/**
 * Returns the origin of the code in a handler. Events that the handlers of a user's event dispatch, or cause, are effects of
 * it.
 */
function readOrigin(event: Event): Origin | undefined {
  if (isAfterWork()) return undefined
  const known = knownOrigins.get(event)
  if (known) return known
  // At a listener of the window that is older than `note`.
  if (event.isTrusted && isForPanel(event)) return 'agent'
  if (isInProgress(leaving)) return 'agent'
  const own = isReplaying ? event : findGesture(event)
  return own === undefined || isLeavingGesture(own) || (gesture && isDismissal(own, gesture, pressed))
    ? undefined
    : 'human'
}

/** Whether a person causes the event, also for listeners that it reaches only because the person leaves a field of an agent. */
export function isOfPerson(event: Event): boolean {
  return !knownOrigins.has(event) && !isInProgress(leaving) && findGesture(event) !== undefined
}

/** Returns the person's event that is in progress, unless other work causes what happens now. */
function findGesture(event: Event): Event | undefined {
  if (isAfterWork()) return undefined
  return isInProgress(personal) ? personal : isEarlyGesture(event) ? event : undefined
}

/** Whether a person causes what a listener of the framework does for the event. That of an app's page may be meant for another element. */
export function isByPerson(event: Event): boolean {
  return currentOrigin() === 'human' || (carriedCause() === undefined && isOfPerson(event))
}

/** Returns the event in progress. The window has none while listeners in a shadow tree run. */
function findEvent(): Event | undefined {
  return globalThis.event ?? [leaving, late, personal].find(isInProgress)
}

/** Whether the event is in progress. An event that a script dispatches again isn't trusted any more. */
function isInProgress(event: Event | undefined): event is Event {
  return event !== undefined && isTrusted(event) && event.eventPhase !== Event.NONE
}

function isTrusted(event: Event): boolean {
  return event.isTrusted || event === untrustedEnd
}

/** Whether a user's event is at a listener of the window that is older than `note`. Scripts cause trusted clicks, on labels. */
function isEarlyGesture(event: Event): boolean {
  const { isTrusted, type, currentTarget, eventPhase } = event
  const isEarly = currentTarget === window && eventPhase === Event.CAPTURING_PHASE
  return isTrusted && isEarly && GESTURES.includes(type) && !type.endsWith('click') && !isForPanel(event)
}
