/**
 * Fields that an agent uses. A person who leaves one without using it doesn't save it: the events are effects of the agent's
 * act.
 */
import { countSteps, endTurn } from './agent-turn.ts'
import { matchesSelector, walkOutwards } from './click-path.ts'
import { takesText } from './focused-element.ts'
import { isShown } from './is-shown.ts'

/** The step of an agent at which it filled a field, until a person presses or writes in the field. */
const filled = new WeakMap<EventTarget, number>()
/** The same fields, and others. Fields of a page that is gone are collected. */
let known: readonly WeakRef<EventTarget>[] = []

/** The element that had the focus last if no person gave it. */
export let given: Element | null = null

/** Popovers and dialogs that an agent opened, or in which it clicked, until a person presses or writes in them. */
const opened = new WeakSet<EventTarget>()

/** Records who opens a popover or dialog. */
export function noteOpening(surface: EventTarget, isAgents: boolean): void {
  if (isAgents) opened.add(surface)
  else opened.delete(surface)
}

/** Dialogs and popovers of component libraries. */
const OWN_DIALOG = '[role=dialog], [role=alertdialog]'

/** Records that an agent clicks or fills an element, perhaps in a popover or dialog. */
export function noteAgentUse(element: Element): void {
  for (const node of walkOutwards(element)) {
    if (matchesSelector(node, '[popover], dialog')) opened.add(node)
    // It is left like a field: the page's code closes it.
    else if (matchesSelector(node, OWN_DIALOG)) noteFill(node)
  }
}

/**
 * Returns the elements that a press uses, innermost first. A press on a dialog itself is one on its backdrop, or on nothing in it.
 */
export function listPressed(event: Event): readonly EventTarget[] {
  const path = event.composedPath()
  return isDialog(path[0]) ? [] : path
}

export function isDialog(target: EventTarget | undefined): boolean {
  return (target as Partial<Element> | undefined)?.localName === 'dialog'
}

/** Sets the element whose focus no person gave. */
export function setGiven(element: Element | null): void {
  given = element
}

/** Records that an agent fills the field. */
export function noteFill(field: EventTarget): void {
  filled.set(field, countSteps())
  known = [...known.filter((one) => one.deref() !== field && isFilled(one.deref())), new WeakRef(field)]
}

/** Records that a person uses the element. Radio buttons of one group are one field. */
export function endFill(element: EventTarget): void {
  const step = filled.get(element)
  if (step !== undefined) endTurn(step)
  filled.delete(element)
  opened.delete(element)
  const { type, name, form } = element as Partial<HTMLInputElement> // other elements have none
  if (type !== 'radio') return
  for (const field of known.map((one) => one.deref() as (Partial<HTMLInputElement> & EventTarget) | undefined))
    if (field?.type === type && field.name === name && field.form === form) filled.delete(field)
}

function isFilled(target: EventTarget | null | undefined): target is Node {
  return target != null && filled.has(target)
}

/** Whether the event means that a field that is still an agent's is left. A person may cause it by a gesture anywhere. */
export function isLeavingAgentField(event: Event): boolean {
  if (!/^(?:blur|focusout|change)$/.test(event.type)) return false
  const [target] = event.composedPath()
  return target !== undefined && (target === given || isFilled(target))
}

/**
 * Whether the browser changes a field that is still an agent's because a person scrolls, by a key in the field or by the wheel: the
 * event names no kind of input, as writing does.
 *
 * @param isGesture Whether a key or a press of a person is in progress.
 */
export function isScrolling({ type, target, inputType }: Event & Partial<InputEvent>, isGesture: boolean): boolean {
  if (type !== 'input' || inputType || target === null) return false
  return target === given || (isFilled(target) && !isGesture)
}

/** Keys that scroll the page. They change a number, a date or a choice if its field has the focus. */
const SCROLLING_KEY = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/

/** Whether a person presses a key to scroll, and may not see that the element has the focus from an agent. */
export function isScrollingKey(key: string, element: EventTarget | null | undefined): boolean {
  return SCROLLING_KEY.test(key) && given !== null && element === given
}

/**
 * Whether the browser closes a popover or a dialog with such a field, or one that an agent opened or used and no person has used since, because of
 * Escape or a press outside.
 *
 * @param pressed The targets of the gesture, which an event has only while it is in progress.
 */
export function isDismissal(
  { type, target, newState }: Event & Partial<ToggleEvent>,
  gesture: Event & Partial<KeyboardEvent>,
  pressed: readonly EventTarget[],
): boolean {
  const isClosing = type === 'cancel' || (type === 'beforetoggle' && newState === 'closed')
  if (!isClosing || !isAgentSurface(target)) return false
  if (gesture.type.startsWith('key')) return gesture.key === 'Escape'
  return !pressed.some((one) => one === target || isSwitch(one, target))
}

/** Whether a popover or dialog is an agent's, or has a field that is. */
export function isAgentSurface(target: EventTarget | null | undefined): target is EventTarget {
  return target != null && (opened.has(target) || isAroundAny(target))
}

/** Whether a field is still an agent's: one that it filled, or one that takes text and has the focus from it. */
export function isAgents(target: EventTarget | null | undefined): target is Node {
  return isFilled(target) || (target === given && given !== null && takesText(given))
}

/** The nodes around such fields at the start of the last gesture: a handler may remove the fields before it saves. */
let surroundings: ReadonlySet<EventTarget> = new Set()

/** Records the nodes around an agent's fields before the handlers of a gesture run. The gesture uses the fields in its path. */
export function noteSurroundings(event: Event): void {
  const path = event.composedPath()
  surroundings = new Set(listFields().flatMap((field) => (path.includes(field) ? [] : listAround(field))))
}

/** Whether a listener's target is around a field that is still an agent's, also in a shadow root. */
export function isAroundAny(place: EventTarget): boolean {
  const { document = place } = place as Partial<Window> // elements and documents have none
  return surroundings.has(document) || listFields().some((field) => listAround(field).includes(document))
}

/** Returns the fields that are still an agent's. */
function listFields(): readonly Node[] {
  return [given, ...known.map((one) => one.deref())].filter(isAgents).filter((field) => !isClosed(field))
}

function listAround(element: EventTarget): readonly EventTarget[] {
  const nodes: Node[] = []
  for (
    let node: Node | null = element as Node; // only elements are known
    node;
    node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null
  )
    nodes.push(node)
  return nodes
}

/** Whether a dialog of a library is hidden. A hidden field may still be saved. */
function isClosed(field: Node): boolean {
  return isElement(field) && matchesSelector(field, OWN_DIALOG) && !isShown(field)
}

/** Other elements and older browsers have none of these. */
interface CommandButton {
  readonly popoverTargetElement: Element | null
  readonly commandForElement: Element | null
}

/** Whether an element is a button that opens and closes the popover or dialog. */
function isSwitch(button: EventTarget, target: EventTarget): boolean {
  const { popoverTargetElement, commandForElement } = button as Partial<CommandButton>
  return popoverTargetElement === target || commandForElement === target
}

export function isElement(target: EventTarget): target is Element {
  return (target as Node).nodeType === Node.ELEMENT_NODE // a frame has classes of its own
}
