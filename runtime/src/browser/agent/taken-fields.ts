/**
 * Fields that an agent takes from a person who hasn't left them: it disables or hides a field in which the person has written, or
 * opens a frame of another site that takes the focus. The browser then fires the events of a field that is left, without a script
 * on the stack and without a gesture, as it does for a person's choice in a picker.
 */
import { isElement } from './agent-fields.ts'
import { countSteps } from './agent-turn.ts'

/** Events of a field that is left. */
const LEAVING = /^(?:change|compositionend|blur|focusout)$/

/** The number of an agent's steps when a person last used the element, since gestures are watched. */
const uses = new WeakMap<EventTarget, number>()
/** The same for the person's last gesture or input, wherever it was. */
let lastUse = 0

/** Records that a person uses the elements of a gesture or input. */
export function notePersonsUse(event: Event): void {
  lastUse = countSteps()
  for (const target of event.composedPath()) uses.set(target, lastUse)
}

/**
 * Whether an agent may have caused the event of a field by taking it from the person: it has acted since the gesture in progress, or
 * without one since the person last used the field.
 */
export function mayBeTaken(event: Event, isGesture: boolean): boolean {
  const [field] = event.composedPath()
  if (field === undefined) return false
  if (LEAVING.test(event.type)) return countSteps() > (isGesture ? lastUse : (uses.get(field) ?? 0))
  return isOfList(event, field) && countSteps() > lastUse
}

/** Whether a choice is made in the list of a `select`, which also happens when the browser closes the list. */
function isOfList({ type }: Event, field: EventTarget): boolean {
  return type === 'input' && isElement(field) && field.localName === 'select'
}
