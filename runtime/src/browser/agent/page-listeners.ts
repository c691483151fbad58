/**
 * Listeners of the whole page that an agent's act adds, such as those of a dialog that it opens. They receive the keys and presses of
 * a person that are meant for something else.
 */
import { currentCause, runWith } from '../calls/cause.ts'
import { EFFECTS, GESTURES, INPUTS } from './begin-act.ts'

/** Events of a person that pages listen to everywhere. A form is sent by its own button. */
const HEARD = new Set(
  [...GESTURES, ...EFFECTS, ...INPUTS].filter((type) => !/^(?:submit|reset|formdata|invalid)$/.test(type)),
)

type Listener = EventListenerOrEventListenerObject
type Hear = (this: EventTarget, event: Event) => void

let isWatching = false
const carried = new WeakMap<Listener, Hear>()

/**
 * From now on, listeners for a person's events that code of an agent's act adds to the document or the window have agent origin. React
 * listens at the body for all elements of a portal.
 */
export function watchPageListeners(): void {
  if (isWatching) return
  isWatching = true
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const { origin, isPage } = currentCause()
    const isOfAct = origin === 'agent' && !isPage && HEARD.has(type) && (target === window || target === document)
    const added = listener && isOfAct ? carry(listener) : listener
    // A listener that is added again is the same one.
    const other = added === listener ? listener && carried.get(listener) : listener
    if (other) remove.call(target, type, other, options)
    add.call(target, type, added, options)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const own = listener && carried.get(listener)
    for (const one of own ? [own, listener] : [listener]) remove.call(this ?? window, type, one, options)
  }
}

function carry(listener: Listener): Hear {
  const hear: Hear = function (event) {
    const handle = () =>
      void (typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event))
    // Such a key is a command, which is meant for the whole page.
    const { key, ctrlKey, metaKey } = event as Partial<KeyboardEvent>
    if (key !== undefined && (ctrlKey || metaKey)) handle()
    // What a person does in the page isn't an act of the agent.
    else runWith({ origin: 'agent', isPage: true }, handle)
  }
  const known = carried.get(listener) ?? hear
  carried.set(listener, known)
  return known
}
