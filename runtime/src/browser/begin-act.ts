/** An agent's act, and how the gestures of a person are told apart from then on. Loaded with the tools of an agent. */
import { noteAct } from './cause.ts'

/** Events that no script can cause. Moves and scrolling are left out: they go on while an agent acts. */
const GESTURES = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'touchend',
  'keydown',
  'keypress',
  'keyup',
]
/** Events that a browser fires for a gesture, and for scripts too. */
const EFFECTS = ['submit', 'input', 'change', 'reset']

let gesture: Event | undefined
let isWatching = false

/** Marks the start of an agent's act. */
export function beginAct(): void {
  watchGestures()
  noteAct(isGesture)
}

function watchGestures(): void {
  if (isWatching || !globalThis.document) return
  isWatching = true
  for (const type of [...GESTURES, ...EFFECTS]) addEventListener(type, note, true)
}

function note(event: Event): void {
  if (!event.isTrusted || !(gesture || GESTURES.includes(event.type))) return
  gesture = event
  setTimeout(() => {
    if (gesture === event) gesture = undefined
  })
}

/**
 * Whether a handler runs for what a person did. `isTrusted` alone does not say so: browsers trust the `submit` event that a
 * script's click leads to as well. Within the task of a gesture, trusted events are its effects, and so are events that
 * its handlers dispatch.
 */
function isGesture(): boolean {
  // A function that a handler calls has no other way to detect that the handler is running.
  const { event } = globalThis
  if (event === undefined) return false
  return gesture !== undefined && (event.isTrusted || gesture.eventPhase !== Event.NONE)
}
