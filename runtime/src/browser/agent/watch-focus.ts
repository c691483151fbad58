/**
 * Where the focus is once an agent acts. The next key of a person must not do what the agent may not: an element that a key
 * activates keeps no focus that an agent's act gave it, and the field in which a person writes keeps its own.
 */
import type { AgentMark } from '../calls/agent-document.ts'
import { endFill, given, isLeavingAgentField, isScrollingKey, listPressed, setGiven } from './agent-fields.ts'
import { isAgentsTurn } from './agent-turn.ts'
import { isByPerson, watchActors, watchFrameFocus, watchRootFocus } from './begin-act.ts'
import { canWriteIn, findFocused, isEmptyMessage, isForReading, takesText } from './focused-element.ts'
import {
  endBlindKey,
  giveFocus,
  isBlindKey,
  isForAnother,
  isUntaken,
  isWithheld,
  isWritingKey,
  moveGiven,
  noteKey,
  noteUsed,
  takeFocus,
} from './given-focus.ts'
import { usesControl } from './leaving-gestures.ts'

/** Keys that write, change or activate something in a field. Input methods send the last three. */
const USING_KEY =
  /^(?:.|Enter|Backspace|Delete|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Process|Dead|Unidentified)$/u
const LEAVING_KEY = /^(?:Tab|Escape|F\d+)$/

/** The element that a person gave the focus to last. */
let own: Element | null = null
/** Whether the person could write there, also once it is removed. */
let isOwnField = false
/** Whether an agent has acted since a person's last gesture. */
let isActing = false
/** Whether a person has just moved the focus by Tab. A trap of a dialog takes it back. */
let isTabbing = false
/** Time in milliseconds within which it does. */
const RETURN_MS = 100
/** Whether a person writes: the keys since the last other gesture do. */
let hasWritten = false
/** Whether the last press of a person was meant for no control. */
let isPressBeside = false
/** Elements whose focus was withdrawn since the last act. Libraries may return it, and that must end. */
let withdrawn = new WeakSet<Element>()
let isWatching = false

/**
 * Watches the focus from now on. Gestures must be watched before.
 *
 * @param mark That of an agent which has loaded the document.
 */
export function watchFocus(mark: AgentMark | undefined): void {
  if (isWatching) return
  isWatching = true
  if (mark === undefined) setOwn(findFocused())
  else loseFocus(mark[2])
  watchActors((actor, type) => {
    const isUnused = !(isOwnField && (isActing || hasWritten)) && own?.isConnected === true
    // A dialog that the person used may be hidden now. An agent may open it again. While the focus moves, the body has it.
    if (isUnused && findFocused() === document.body && !/^(?:focus|blur)/.test(type ?? '')) own = null
    isActing = actor === 'agent'
    if (isActing) withdrawn = new WeakSet()
    // A person writes, perhaps without keys.
    else if (type === 'input') {
      hasWritten = true
      if (!isWithheld(findFocused())) noteUse([findFocused()])
    } else if (!/^(?:key|beforeinput|composition)/.test(type ?? '')) hasWritten = false
  })
  addEventListener('focusin', handleFocus, true)
  watchRootFocus(handleFocus)
  watchFrameFocus(withdrawFromFrame)
  addEventListener('focusout', (event) => {
    const isPersons = isByPerson(event) || (!isActing && isLeavingAgentField(event))
    // The window loses the focus, and gives it back later.
    const isKept = event.composedPath()[0] === findFocused()
    if (event.relatedTarget !== null || isKept || !isPersons || isBlindKey()) return
    setOwn(null)
  })
  // The focus went into a frame, or to another window.
  addEventListener('blur', (event) => {
    const focused = findFocused()
    if (event.target !== window || !(focused instanceof HTMLIFrameElement) || focused === own) return
    // A person's press in a frame of another origin can't be seen.
    const isPersons = focused.contentDocument === null || isByPerson(event)
    if (isPersons || !isOwnInUse(isMovedByAgent())) own = focused
    else leaveFrame(focused)
  })
  for (const type of ['keydown', 'keypress', 'keyup', 'pointerdown', 'mousedown'])
    addEventListener(type, handleGesture, true)
}

/** No person gave the focus in a document that an agent has loaded. A field of the last one, in which a person was writing, is gone. */
function loseFocus(wasWriting: boolean): void {
  if (wasWriting) {
    own = document.createElement('input')
    isOwnField = true
    hasWritten = true
  }
  const focused = findFocused()
  if (focused === null || focused === document.body) return
  giveFocus(focused, wasWriting)
  withdrawFocus(focused, wasWriting)
}

/** Whether a person writes, or has written last: the field may be gone, or a dialog may have taken the focus. */
export function hasWriter(): boolean {
  return hasWritten || isWriting()
}

/** Whether a person writes: the focus is where keys write, and no agent put it there. */
export function isWriting(): boolean {
  const focused = findFocused()
  return focused !== null && hasOwnFocus() && !isEmptyMessage(focused)
}

/**
 * Runs an act on an element that has the focus meanwhile, if it takes text. While a person writes elsewhere, it only receives
 * the events. A button gets no focus, as in Safari.
 */
export function withFocus(element: Element, act: () => void): void {
  if (!(element instanceof HTMLElement) || !takesText(element)) {
    act()
    return
  }
  const isPretended = findFocused() !== element && (hasOwnFocus() || isOwnRemoved())
  const pretend = (...types: string[]) => {
    for (const type of types)
      element.dispatchEvent(new FocusEvent(type, { bubbles: /(?:in|out)$/.test(type), composed: true }))
  }
  if (isPretended) pretend('focus', 'focusin')
  else {
    element.focus()
    giveFocus(element, own !== element && canWriteInOwn())
  }
  try {
    act()
  } finally {
    if (isPretended) pretend('blur', 'focusout')
  }
}

/** Takes the focus from an element that the next key of a person would activate: an agent changes the page around it. */
export function leaveControl(): void {
  const focused = findFocused()
  if (focused === null || focused === document.body || canWriteIn(focused)) return
  own = null
  ;(focused as HTMLElement).blur() // only an HTML or SVG element has the focus
}

function setOwn(element: Element | null): void {
  own = element
  isOwnField = element !== null && canWriteIn(element)
  if (element === null) setGiven(null)
  else takeFocus(element)
}

/** Whether the focus is where a person can write, and no agent put it there. */
function hasOwnFocus(): boolean {
  const focused = findFocused()
  return focused !== null && focused !== given && canWriteIn(focused)
}

function canWriteInOwn(): boolean {
  return own !== null && (isOwnField || canWriteIn(own))
}

/** Whether the field in which a person wrote is gone, and the person has pressed nothing since. The next keys were meant for it. */
function isOwnRemoved(): boolean {
  return own !== null && !own.isConnected && isOwnField
}

function handleFocus(event: FocusEvent): void {
  const focused = findFocused()
  if (!event.isTrusted || focused === null) return
  if (focused === own) {
    if (given !== own) setGiven(null)
    return
  }
  // The framework's own dialog, whose buttons act on a person's events only.
  if (focused.localName === 'fw-approval') return
  // A trap of a dialog takes it back.
  const isReturned = isPressBeside && isUntaken(focused)
  const isMoved = !isBlindKey() && !isReturned
  if (focused === given && !(isMoved && isByPerson(event))) return
  const isAgents = isMovedByAgent()
  const isLost = (isReturned || isOwnInUse(isAgents)) && canWriteInOwn()
  if (isMoved && (isByPerson(event) || !(isAgents || isLost))) setOwn(focused)
  else if (isBlindKey() && !isAgents) moveGiven(focused)
  else {
    giveFocus(focused, isLost && (isAgents || isAgentsTurn()))
    withdrawFocus(focused, isLost)
  }
}

/** Whether code that moves the focus may be an agent's: also its slow work, or a part of the page that it has opened. */
function isMovedByAgent(): boolean {
  return isActing || (isAgentsTurn() && !isTabbing)
}

/** Whether the person may go on writing, and code moves the focus. After the agent's turn, the person's own act may have removed the field. */
function isOwnInUse(isAgents: boolean): boolean {
  if (isAgents || own instanceof HTMLIFrameElement) return true
  return hasWritten && (own?.isConnected === true || isAgentsTurn())
}

/** Returns the focus to the field of a writing person, or moves it to where a key does nothing. */
function withdrawFocus(focused: Element, isLost: boolean): void {
  const isHarmless = takesText(focused) || isForReading(focused)
  if ((isHarmless && !isLost) || withdrawn.has(focused)) return
  withdrawn.add(focused)
  if (isLost) (own as HTMLElement).focus({ preventScroll: true }) // a person could write in it
  // A modal dialog makes the person's field inert, or it is removed.
  if (findFocused() === focused && !isForReading(focused)) moveToDialog(focused)
}

/** Moves the focus to the dialog around the element, or to none. */
function moveToDialog(element: Element): void {
  const dialog = element.closest<HTMLElement>('dialog, [role=dialog], [role=alertdialog], [popover]')
  if (dialog && !dialog.hasAttribute('tabindex')) dialog.tabIndex = -1
  if (dialog && isForReading(dialog)) dialog.focus({ preventScroll: true })
  else (element as HTMLElement).blur() // only an HTML or SVG element has the focus
}

/** In a frame, an element that a key activates loses a focus that no person gave it. */
function withdrawFromFrame(event: FocusEvent): void {
  const [focused] = event.composedPath() as HTMLElement[] // an HTML or SVG element has the focus
  const isPersons = !event.isTrusted || !isMovedByAgent() || isByPerson(event)
  if (isPersons || focused === undefined || takesText(focused) || isForReading(focused) || withdrawn.has(focused))
    return
  withdrawn.add(focused)
  const field = event.relatedTarget as HTMLElement | null
  if (field && takesText(field)) field.focus({ preventScroll: true })
  // The field is inert or removed.
  if (focused.matches(':focus')) focused.blur()
}

/** Moves the focus out of a frame that no person gave it to. */
function leaveFrame(frame: HTMLIFrameElement): void {
  if (withdrawn.has(frame)) return
  withdrawn.add(frame)
  const isLost = canWriteInOwn()
  const leave = () => {
    const focused = frame.contentDocument?.activeElement
    const isHarmless = !isLost && focused != null && takesText(focused)
    if (isHarmless || own === frame || findFocused() !== frame) return
    if (isLost) (own as HTMLElement).focus({ preventScroll: true }) // a person could write in it
    if (findFocused() === frame) frame.blur()
  }
  // The browser still moves the focus.
  queueMicrotask(leave)
  setTimeout(leave)
}

/** From now on a person uses the elements, unless a key was meant for another element. */
function handleGesture(event: Event): void {
  if (!event.isTrusted) return
  const { type } = event
  // A finger that begins to scroll may go down in a field: a tap also causes mouse events.
  const isSwipe = type === 'pointerdown' && (event as PointerEvent).pointerType === 'touch'
  if (isSwipe) return
  if (type.startsWith('key')) handleKey(event as KeyboardEvent)
  else {
    const pressed = listPressed(event)
    endBlindKey()
    isPressBeside = !usesControl(pressed) && !pressed.some(isLabel)
    if (isOwnRemoved()) own = null
    noteUse(pressed)
  }
}

function isLabel(target: EventTarget): boolean {
  return (target as Partial<Element>).localName === 'label'
}

function handleKey(event: KeyboardEvent): void {
  const isStopped = isForAnother(event)
  if (isStopped) {
    // A key that scrolls still does, if the element is read.
    if (!(given && isForReading(given))) event.preventDefault()
    event.stopImmediatePropagation()
  }
  if (event.type !== 'keydown') return
  noteWriting(event)
  if (!isStopped && isUse(event)) noteUse(event.composedPath())
  noteKey(event, isStopped)
  isPressBeside = false
  if (event.key === 'Tab' && !isBlindKey()) noteTab()
}

function noteTab(): void {
  isTabbing = true
  setTimeout(() => {
    isTabbing = false
  }, RETURN_MS)
}

/** Records whether the person goes on writing, also after the field is gone. */
function noteWriting({ key, ctrlKey, metaKey }: KeyboardEvent): void {
  const isCommand = ctrlKey || metaKey || LEAVING_KEY.test(key)
  // Enter may send the text, and a command may do something with it.
  if (isCommand || (key === 'Enter' && findFocused() === own)) hasWritten = false
  else if (key !== 'Enter' && isWritingKey(key, false)) hasWritten = true
}

/** Whether a person uses the element with the focus by a key. */
function isUse({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const focused = findFocused()
  const isUnused = isScrollingKey(key, focused) || (focused !== null && focused === given && isForReading(focused))
  return USING_KEY.test(key) && !(ctrlKey || metaKey || isUnused)
}

function noteUse(elements: readonly (EventTarget | null)[]): void {
  for (const element of elements) {
    if (element === null) continue
    endFill(element)
    if (element === given) setOwn(given)
    else noteUsed(element)
  }
}
