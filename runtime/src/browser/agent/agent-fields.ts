/**
 * Fields that an agent uses. A person who leaves one without using it doesn't save it: the events are effects of the agent's
 * act.
 */

/** Fields that an agent filled, until a person presses or writes in them. */
const filled = new WeakSet<EventTarget>()

/** The element that had the focus last if no person gave it. */
export let given: Element | null = null

/** Sets the element whose focus no person gave. */
export function setGiven(element: Element | null): void {
  given = element
}

/** Records that an agent fills the field. */
export function noteFill(field: EventTarget): void {
  filled.add(field)
}

/** Records that a person uses the element. */
export function endFill(element: EventTarget): void {
  filled.delete(element)
}

/** Whether the event means that a field that is still an agent's is left. A person may cause it by a gesture anywhere. */
export function isLeavingAgentField(event: Event): boolean {
  if (!/^(?:blur|focusout|change)$/.test(event.type)) return false
  const [target] = event.composedPath()
  return target !== undefined && (target === given || filled.has(target))
}
