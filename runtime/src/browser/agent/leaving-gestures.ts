/**
 * Gestures of a person that reach a listener without being meant for it, while something is left of an agent's act: the person
 * presses beside an open editor, scrolls, or leaves a field.
 */
import { getRole, INTERACTIVE, isInteractiveRole } from './accessible-name.ts'
import {
  given,
  isAgentSurface,
  isAgents,
  isAroundAny,
  isDialog,
  isElement,
  isScrollingKey,
  noteSurroundings,
} from './agent-fields.ts'
import { isAgentsTurn } from './agent-turn.ts'
import { matchesSelector } from './click-path.ts'
import { canWriteIn, takesText } from './focused-element.ts'
import { isUntaken, isWritingKey } from './given-focus.ts'

export const PRESS: RegExp = /^(?:pointer|mouse|touch)(?:down|up|start|end)$|click$|^contextmenu$|^lostpointercapture$/
const END = /up$|end$/
const FOCUS = /^(?:focus(?:in|out)?|blur)$/
const KEY = /^key/
/** Words or files that a person moves from or to a place. */
const TRANSFER = /^(?:paste|cut|copy|dragstart|drop|dragend)$/
/** Keys by which a person leaves something. */
const LEAVING_KEY = /^(?:Tab|Escape)$/
/** Keys that are commands also without Ctrl or Meta. */
const COMMAND_KEY = /^F\d+$/
const CONTROLS = `a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable], ${INTERACTIVE}`

/** Elements of the last gesture's path that contain controls. Handlers may remove the controls before they call. */
let containers: ReadonlySet<EventTarget> = new Set()

/** Records the elements around an agent's fields, and around other controls, before the handlers of a gesture run. */
export function noteAround(event: Event): void {
  noteSurroundings(event)
  const path = isAgentsTurn() ? event.composedPath() : []
  const innermost = path.findIndex((target) => isElement(target) && hasControls(target))
  containers = new Set(innermost < 0 ? [] : path.slice(innermost))
}

/** Whether a tree contains controls, also in open shadow roots. */
function hasControls(tree: ParentNode): boolean {
  if (tree.querySelector(CONTROLS) !== null) return true
  const hosts = [tree as Partial<Element>, ...tree.querySelectorAll('*')] // only elements have a shadow root
  return hosts.some(({ shadowRoot }) => shadowRoot != null && hasControls(shadowRoot))
}

/** Whether a person's press uses a control that takes no text, except in the framework's own copilot. */
export function usesControl(path: readonly EventTarget[]): boolean {
  const isOfCopilot = (target: EventTarget) => isElement(target) && matchesSelector(target, '[data-fw-copilot]')
  return activates(path) && !path.some(isOfCopilot)
}

/**
 * Whether a person's event reaches a listener without being meant for it: the listener is one of the whole page or of an element
 * around other controls, or the person leaves a field that is still an agent's, passes it or scrolls.
 */
export function isLeavingGesture(event: Event): boolean {
  const { type, currentTarget: place } = event
  const isPress = PRESS.test(type)
  if (!(isPress || KEY.test(type) || FOCUS.test(type) || TRANSFER.test(type))) return false
  // React adds listeners for its portals to the body. It marks the document, too, without adding such listeners.
  const isPortals = place === document.body && hasReact(place)
  if (place !== null && isWholePage(place) && !isPortals) return isForElsewhere(event, place)
  const path = event.composedPath()
  if (KEY.test(type)) return isLeavingKey(event as KeyboardEvent, path)
  if (isPress && isDialog(path[0]) && isAgentSurface(path[0])) return true
  // A press in the field has ended this already, unless it began elsewhere.
  if (path.some(isAgents)) return isPress && END.test(type)
  if (place === null || TRANSFER.test(type)) return false
  if (!isPress) return isAroundAny(place)
  const isAround = isAroundAny(place)
  const isContainer = isAround || (isAgentsTurn() && containers.has(place))
  if (!isElement(place)) return isContainer && !activates(path) // a shadow root
  const [target] = path
  // A backdrop has no content.
  if (target && isEmpty(target) && (isAround || isAgentsTurn() || isAroundAny(document))) return true
  // React listens at its root for all elements in it.
  const isRoot = /^fw-(?:host|island)$/.test(place.localName)
  const inner = path.slice(0, path.indexOf(place))
  return isContainer && !isRoot && !activates(isAround ? inner : [...inner, place])
}

/** Whether an event that is meant for another element reaches a listener of the whole page. Commands are meant for the page. */
function isForElsewhere(event: Event, place: EventTarget): boolean {
  return !isPageCommand(event) && (isAgentsTurn() || isAroundAny(place))
}

function isLeavingKey(event: KeyboardEvent, path: readonly EventTarget[]): boolean {
  const { key, ctrlKey, metaKey, currentTarget: place } = event
  if (isScrollingKey(key, path[0])) return true
  // A key that uses the field has ended this already, unless it went down elsewhere. Enter with Ctrl sends the field.
  const isSending = key === 'Enter' && (ctrlKey || metaKey)
  if (isAgents(path[0]) && !isSending) return true
  // The words of a person who goes on writing may reach a dialog, which has the focus to be read.
  if (given !== null && path[0] === given && isUntaken(given) && isWritingKey(key, ctrlKey || metaKey)) return true
  if (!LEAVING_KEY.test(key)) return false
  return path.some(isAgents) || (place !== null && (isAroundAny(place) || (isAgentsTurn() && containers.has(place))))
}

/**
 * Whether the event is that of a command by keys, which is meant for the whole page. In a field, such a key with Enter sends what is
 * written.
 */
export function isPageCommand(event: Event & Partial<KeyboardEvent>): boolean {
  const { key, ctrlKey, metaKey } = event
  if (key === undefined || !(ctrlKey || metaKey || COMMAND_KEY.test(key))) return false
  const [target] = event.composedPath()
  return !(key === 'Enter' && target instanceof Element && canWriteIn(target))
}

/** Whether a listener there receives the events of the whole page. */
export function isWholePage(place: EventTarget): boolean {
  const { body, documentElement } = document
  return place === window || place === document || place === documentElement || place === body
}

/** Whether React has added listeners to the element, which handle the events in all its portals there. */
export function hasReact(place: EventTarget): boolean {
  return Object.keys(place).some((key) => key.startsWith('_reactListening'))
}

/** Whether a press on the elements, innermost first, activates one of them. In a text field, a person only goes on to write. */
function activates(path: readonly EventTarget[]): boolean {
  return path.map(isActivated).find((one) => one !== undefined) ?? false
}

/** Whether a press activates the element, or goes on to write there; `undefined` if it does neither. */
function isActivated(target: EventTarget): boolean | undefined {
  if (!isElement(target)) return undefined
  if (takesText(target)) return false
  const { control } = target as Partial<HTMLLabelElement> // other elements have none
  if (control) return isActivated(control)
  return isInteractiveRole(getRole(target) ?? '') || undefined
}

function isEmpty(target: EventTarget): boolean {
  return isElement(target) && target.localName === 'div' && !target.hasChildNodes()
}
