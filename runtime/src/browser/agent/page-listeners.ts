/**
 * Listeners of the whole page that an agent's act adds, such as those of a dialog that it opens. They receive the keys and presses of
 * a person that are meant for something else.
 */
import { type Cause, currentCause, runWith } from '../calls/cause.ts'
import { EFFECTS, GESTURES, INPUTS } from './gesture-events.ts'
import { hasReact, isPageCommand, isWholePage, PRESS, usesControl } from './leaving-gestures.ts'

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

let isWatching = false
const carried = new WeakMap<Listener, Carried>()
/** Types of events for which the running code has removed listeners of an agent. It may add others in their place. */
const removed = new Set<string>()
/** The same for a press, with the source of the listener. It may open something else, such as another view with its own listeners. */
const removedByPress = new Set<string>()
/** The same for code with a cause, and for its later work, such as a timer. */
const removedBy = new WeakMap<Cause, Set<string>>()

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
    const added = listener && isHeard(target, type) ? wrap(listener, type, options) : listener
    // A listener that is added again is the same one.
    for (const other of listVariants(listener)) if (other !== added) remove.call(target, type, other, options)
    add.call(target, type, added, options)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const agents = listener && carried.get(listener)
    if (agents) noteRemoval(listener, type, agents)
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
  const isReplaced = removed.has(type) || removedBy.get(cause)?.has(type) || removedByPress.has(toKey(listener, type))
  const isAgain = isReplaced || carried.get(listener)?.types.has(type)
  const isOfAgent = origin === 'agent' && (!isPage || causesOfAgents.has(cause))
  return isAgain || isOfAgent ? carry(listener, type, options) : listener
}

function listVariants(listener: Listener | null): readonly (Listener | null)[] {
  const agents = listener ? carried.get(listener)?.hear : undefined
  return agents === undefined ? [listener] : [listener, agents]
}

/** Records that running code removes a listener of an agent, which an effect may replace by an equal one. */
function noteRemoval(listener: Listener, type: string, { types }: Carried): void {
  if (!types.delete(type)) return
  queueMicrotask(() => {
    removed.clear()
    removedByPress.clear()
  })
  const { event } = globalThis
  if (event && PRESS.test(event.type)) {
    // A control may open the same part for the person.
    if (!usesControl(event.composedPath())) removedByPress.add(toKey(listener, type))
    return
  }
  removed.add(type)
  const cause = currentCause()
  removedBy.set(cause, (removedBy.get(cause) ?? new Set()).add(type))
}

function toKey(listener: Listener, type: string): string {
  return `${type} ${typeof listener === 'function' ? listener : listener.handleEvent}`
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
  const { signal } = readOptions(options)
  known.types.add(type)
  signal?.addEventListener('abort', () => noteRemoval(listener, type, known))
  return known.hear
}

function call(listener: Listener, target: EventTarget, event: Event): void {
  if (typeof listener === 'function') listener.call(target, event)
  else listener.handleEvent(event)
}
