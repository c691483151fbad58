/** An agent's act, and how the gestures of a person are told apart from then on. Loaded with the tools of an agent. */
import type { Origin } from '#contract/api.ts'
import { currentCause, noteAct } from './cause.ts'

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
  'drop',
]
/** Events that a browser fires for a gesture, and for scripts too. */
const EFFECTS = ['submit', 'reset']
/** Those that it also fires for a picker, autofill, dictation or an input method, without any other event. */
const INPUTS = ['input', 'change', 'beforeinput', 'compositionstart', 'compositionend', 'paste', 'cut']
/** Events that it fires in a later task, after a script or a person has opened or closed something. */
const LATE = ['toggle', 'close']
/**
 * Trusted events that a gesture leads to. Others, such as `load` and `message`, come in tasks of their own, and one of those
 * may run before the timer that ends a gesture.
 */
const LED =
  /^(?:pointer|mouse|touch|key|drag|focus|composition|before|(?:click|dblclick|auxclick|contextmenu|drop|blur|input|change|paste|cut|copy|submit|reset|invalid|select|cancel|formdata|navigate|command)$)/
/** The task of a late event comes within this time. */
const LATE_MS = 100

let gesture: Event | undefined
let isWatching = false
/** Whether no script was running when the event was fired. */
let isNative = false
/** Who has opened or closed an element last. */
const switchers = new WeakMap<EventTarget, Origin>()
const lateOrigins = new WeakMap<Event, Origin>()

/** Marks the start of an agent's act. */
export function beginAct(): void {
  watchGestures()
  noteAct(readOrigin)
}

function watchGestures(): void {
  if (isWatching || !globalThis.document) return
  isWatching = true
  for (const type of INPUTS) addEventListener(type, probe, true)
  for (const type of [...GESTURES, ...EFFECTS, ...INPUTS]) addEventListener(type, note, true)
  // A popover and a dialog announce it at once; of details, the click is known.
  for (const type of ['beforetoggle', 'click']) addEventListener(type, noteSwitch, true)
  for (const type of LATE) addEventListener(type, noteLate, true)
}

/** Microtasks run between two listeners where no script waits for the event to be handled. */
function probe(): void {
  isNative = false
  queueMicrotask(() => {
    isNative = true
  })
}

function note(event: Event): void {
  const { type } = event
  if (!event.isTrusted || !(gesture || GESTURES.includes(type) || (isNative && INPUTS.includes(type)))) return
  gesture = event
  setTimeout(() => {
    if (gesture === event) gesture = undefined
  })
}

function noteSwitch({ type, target }: Event): void {
  const switched = type === 'click' ? (target as Element).closest?.('summary')?.parentElement : target
  const { origin } = currentCause()
  if (!switched) return
  switchers.delete(switched)
  if (origin === undefined) return
  switchers.set(switched, origin)
  setTimeout(() => switchers.delete(switched), LATE_MS)
}

function noteLate(event: Event): void {
  const origin = event.target && switchers.get(event.target)
  if (event.isTrusted && origin) lateOrigins.set(event, origin)
}

/**
 * Returns who caused what a handler does. `isTrusted` alone does not say so: browsers trust the `submit` event that a script's
 * click leads to as well. Within the task of a gesture, trusted events are its effects, and so are events that its handlers
 * dispatch.
 */
function readOrigin(event: Event): Origin | undefined {
  const late = lateOrigins.get(event)
  if (late !== undefined) return late
  const isLed = gesture && (event.isTrusted ? LED.test(event.type) : gesture.eventPhase !== Event.NONE)
  return isLed ? 'human' : undefined
}
