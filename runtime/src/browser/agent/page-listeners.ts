/**
 * Listeners of the whole page that an agent's act adds, such as those of a dialog that it opens. They receive the keys and presses of
 * a person that are meant for something else.
 */
import { type Cause, currentCause, runWith } from '../calls/cause.ts'
import { countSteps, isAgentsTurn } from './agent-turn.ts'
import { EFFECTS, GESTURES, INPUTS, isInTextField } from './begin-act.ts'
import { hasReact, isPageCommand, isWholePage, listenAsPerson, PRESS } from './leaving-gestures.ts'

/** Events of a person that pages listen to everywhere. A form is sent by its own button. */
const HEARD = new Set(
  [...GESTURES, ...EFFECTS, ...INPUTS].filter((type) => !/^(?:submit|reset|formdata|invalid)$/.test(type)),
)

type Listener = EventListenerOrEventListenerObject
type Hear = (this: EventTarget, event: Event) => void

/** A listener of an agent. */
interface Carried {
  readonly hear: Hear
  /** Types of events for which it is added, also for a further place, and until it is removed. */
  readonly types: Set<string>
}

/** A listener that a gesture of a person has added in the agent's turn, such as that of a drag. */
interface Personal {
  readonly hear: Hear
  /** The number of the agent's steps when it was added. What the agent leaves in the page later isn't what the person has seen. */
  steps: number
}

let isWatching = false
const carried = new WeakMap<Listener, Carried>()
const ofPersons = new WeakMap<Listener, Personal>()
/** Types of events for which code has removed listeners. It may add others in their place. */
interface Removed {
  readonly ofAgents: Set<string>
  readonly ofOthers: Set<string>
}

/** Of the code that is running. */
const removed: Removed = { ofAgents: new Set(), ofOthers: new Set() }
/** Of the code with a cause, and of its later work, such as a timer. */
const removedBy = new WeakMap<Cause, Removed>()

/** Causes of what listeners of agents do, and of its later work. Its listeners are an agent's, too. */
const causesOfAgents = new WeakSet<Cause>()

/** Elements where React has added its listeners. */
const ofReact = new WeakSet<EventTarget>()

/**
 * From now on, listeners for a person's events that code of an agent's act adds to the window, the document, its root element or its body
 * have agent origin, except those of React.
 */
export function watchPageListeners(): void {
  if (isWatching) return
  isWatching = true
  isReactListening(document.body)
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const isOfPage = isHeard(target, type)
    const added = listener && isOfPage ? wrap(listener, type, options) : listener
    if (isOfPage && added === listener)
      readOptions(options).signal?.addEventListener('abort', () => noteRemoval('ofOthers', type))
    // A listener that is added again is the same one.
    for (const other of listVariants(listener)) if (other !== added) remove.call(target, type, other, options)
    add.call(target, type, added, options)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const agents = listener && carried.get(listener)
    if (agents) noteAgentsRemoval(agents, type)
    else if (listener && isHeard(target, type)) noteRemoval('ofOthers', type)
    for (const one of listVariants(listener)) remove.call(target, type, one, options)
  }
}

/** Whether listeners there receive events of a person for the whole page. */
function isHeard(target: EventTarget, type: string): boolean {
  const isOfReact = target === document.body && isReactListening(target)
  return HEARD.has(type) && isWholePage(target) && !isOfReact
}

function wrap(listener: Listener, type: string, options: AddEventListenerOptions | boolean | undefined): Listener {
  const cause = currentCause()
  const { origin, isPage } = cause
  // An effect adds it again when a person changes what it depends on.
  const hasRemoved = (whose: keyof Removed) =>
    removed[whose].has(type) || removedBy.get(cause)?.[whose].has(type) === true
  const isAgain = hasRemoved('ofAgents') || carried.get(listener)?.types.has(type)
  if (isAgain || (origin === 'agent' && (!isPage || causesOfAgents.has(cause)))) return carry(listener, type, options)
  // In a text field, a person only goes on writing.
  const isPersons = origin === 'human' && !(hasRemoved('ofOthers') || isInTextField())
  return isPersons && isAgentsTurn() ? hearAsPerson(listener) : listener
}

function listVariants(listener: Listener | null): readonly (Listener | null)[] {
  const others = listener ? [carried.get(listener)?.hear, ofPersons.get(listener)?.hear] : []
  return [listener, ...others.filter((one) => one !== undefined)]
}

function noteAgentsRemoval({ types }: Carried, type: string): void {
  // A press may open something else, such as another view.
  if (types.delete(type) && !PRESS.test(globalThis.event?.type ?? '')) noteRemoval('ofAgents', type)
}

function noteRemoval(whose: keyof Removed, type: string): void {
  removed[whose].add(type)
  queueMicrotask(() => removed[whose].clear())
  const cause = currentCause()
  const ofCause = removedBy.get(cause) ?? { ofAgents: new Set(), ofOthers: new Set() }
  ofCause[whose].add(type)
  removedBy.set(cause, ofCause)
}

function readOptions(options: AddEventListenerOptions | boolean | undefined): AddEventListenerOptions {
  return typeof options === 'object' ? options : {}
}

/** Whether React is adding its listeners to the element, which handle the events in all its portals there. It adds them at once. */
function isReactListening(place: EventTarget): boolean {
  if (ofReact.has(place) || !hasReact(place)) return false
  queueMicrotask(() => ofReact.add(place))
  return true
}

function carry(listener: Listener, type: string, options: AddEventListenerOptions | boolean | undefined): Hear {
  const hear: Hear = function (event) {
    const handle = () => call(listener, this, event)
    if (isPageCommand(event)) return handle()
    // What a person does in the page isn't an act of the agent.
    const cause: Cause = { origin: 'agent', isPage: true }
    causesOfAgents.add(cause)
    runWith(cause, handle)
  }
  const known = carried.get(listener) ?? { hear, types: new Set() }
  carried.set(listener, known)
  const { once, signal } = readOptions(options)
  if (!once) known.types.add(type)
  signal?.addEventListener('abort', () => noteAgentsRemoval(known, type))
  return known.hear
}

function hearAsPerson(listener: Listener): Hear {
  const hear: Hear = function (event) {
    const handle = () => call(listener, this, event)
    if (personal.steps === countSteps()) listenAsPerson(handle)
    else handle()
  }
  const personal = ofPersons.get(listener) ?? { hear, steps: 0 }
  ofPersons.set(listener, personal)
  personal.steps = countSteps()
  return personal.hear
}

function call(listener: Listener, target: EventTarget, event: Event): void {
  if (typeof listener === 'function') listener.call(target, event)
  else listener.handleEvent(event)
}
