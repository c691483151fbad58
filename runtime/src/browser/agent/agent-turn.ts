/**
 * Whose turn it is in the page: an agent's since it has acted, and a person's once the person has pressed a control after that. In
 * the agent's turn, what a page shows may be the work of an agent that the person hasn't taken up, such as an open editor.
 */

/** How often agents have acted, or continued an act, and how often of these before a person's last press of a control. */
let steps = 0
let seen = 0
/** What the agent has used in its turn. */
let touched: readonly WeakRef<EventTarget>[] = []

/** Records that an agent acts, or that its work continues. */
export function noteStep(): void {
  steps++
}

/** Records that an agent uses an element, or a tool of a component in it. */
export function noteTouch(element: EventTarget): void {
  touched = [...touched.filter((one) => ![element, undefined].includes(one.deref())), new WeakRef(element)]
}

/** Records that a person uses an element, perhaps one that the agent has used. A press in an island need not use anything in it. */
export function endTouch(element: EventTarget): void {
  if (!listTouched().includes(element) || (element as Element).localName === 'fw-island') return
  touched = touched.filter((one) => one.deref() !== element)
  endTurn()
}

/** Whether an agent has acted since a person's last press of a control. */
export function isAgentsTurn(): boolean {
  return steps > seen
}

/** Returns the elements that the agent has used in its turn. */
export function listTouched(): readonly EventTarget[] {
  return isAgentsTurn() ? touched.flatMap((one) => one.deref() ?? []) : []
}

let finish: (() => void) | undefined

/**
 * A person uses a control, or what the agent has used. The turn ends after the press, or with the next: its listeners may belong to
 * what the agent has left open.
 */
export function endTurn(): void {
  const before = steps
  const earlier = touched
  finish = () => {
    seen = before
    touched = touched.filter((one) => !earlier.includes(one))
    finish = undefined
  }
  setTimeout(finish)
}

/** A person's next press or key begins. */
export function settleTurn(): void {
  finish?.()
}
