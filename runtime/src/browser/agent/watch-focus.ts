/**
 * Where the focus is once an agent acts. The next key of a person must not do what the agent may not: an element that a key
 * activates keeps no focus that an agent's act gave it, and the field in which a person writes keeps its own.
 */
import { endFill, given, isLeavingAgentField, isScrollingKey, listPressed, setGiven } from './agent-fields.ts'
import { isByPerson, watchActors } from './begin-act.ts'
import { canWriteIn, findFocused, isForReading, takesText } from './focused-element.ts'

/** Time in milliseconds within which an activating key was meant for the element that had the focus before. */
const UNSEEN_MS = 500
/** Keys that write, change or activate something in a field. Input methods send the last three. */
const USING_KEY =
  /^(?:.|Enter|Backspace|Delete|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Process|Dead|Unidentified)$/u

/** The element that a person gave the focus to last. */
let own: Element | null = null
/** When an element got the focus that no person gave it. */
let givenAt = 0
/** Where the last key went down. */
let keyTarget: Element | null = null
/** Whether an agent has acted since a person's last gesture. */
let isAgentsTurn = false
/** Whether the last gesture of a person wrote something. */
let hasWritten = false
/** Elements whose focus was withdrawn since the last act. Libraries may return it, and that must end. */
let withdrawn = new WeakSet<Element>()
let isWatching = false

/** Watches the focus from now on. Gestures must be watched before. */
export function watchFocus(): void {
  if (isWatching) return
  isWatching = true
  own = findFocused()
  watchActors((actor, type) => {
    isAgentsTurn = actor === 'agent'
    // The key that writes goes up afterwards.
    if (!isAgentsTurn && type !== 'keyup') hasWritten = type === 'input'
    if (isAgentsTurn) withdrawn = new WeakSet()
    // A person writes, perhaps without keys.
    else if (type === 'input') noteUse([findFocused()])
  })
  addEventListener('focusin', handleFocus, true)
  addEventListener('focusout', (event) => {
    const isPersons = isByPerson(event) || (!isAgentsTurn && isLeavingAgentField(event))
    // The window loses the focus, and gives it back later.
    const isKept = event.composedPath()[0] === findFocused()
    if (event.relatedTarget !== null || isKept || !isPersons) return
    own = null
    setGiven(null)
  })
  // The focus went into a frame, or to another window.
  addEventListener('blur', ({ target }) => {
    if (target === window && document.activeElement instanceof HTMLIFrameElement) own = document.activeElement
  })
  for (const type of ['keydown', 'keyup', 'pointerdown', 'mousedown']) addEventListener(type, handleGesture, true)
}

/** Whether a person writes: the focus is where keys write, and no agent put it there. */
export function isWriting(): boolean {
  const focused = findFocused()
  return focused !== null && focused !== given && canWriteIn(focused)
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
  const isPretended = isWriting() && findFocused() !== element
  const pretend = (...types: string[]) => {
    for (const type of types)
      element.dispatchEvent(new FocusEvent(type, { bubbles: /(?:in|out)$/.test(type), composed: true }))
  }
  if (isPretended) pretend('focus', 'focusin')
  else {
    element.focus()
    noteGiven(element)
  }
  try {
    act()
  } finally {
    if (isPretended) pretend('blur', 'focusout')
  }
}

function handleFocus(event: FocusEvent): void {
  const focused = findFocused()
  if (!event.isTrusted || focused === null || focused === own || focused === given) return
  // The framework's own dialog, whose buttons act on a person's events only.
  if (focused.localName === 'fw-approval') return
  const isInUse = isAgentsTurn || hasWritten || own instanceof HTMLIFrameElement
  const isLost = isInUse && own?.isConnected && canWriteIn(own)
  if (isByPerson(event) || (!isAgentsTurn && !isLost)) {
    own = focused
    setGiven(null)
    return
  }
  noteGiven(focused)
  const isHarmless = takesText(focused) || isForReading(focused)
  if ((isHarmless && !isLost) || withdrawn.has(focused)) return
  withdrawn.add(focused)
  if (isLost) (own as HTMLElement).focus({ preventScroll: true }) // `isConnected` is true
  // A modal dialog makes the person's field inert.
  if (findFocused() === focused && !isForReading(focused)) withdrawFocus(focused)
}

function noteGiven(element: Element): void {
  setGiven(element)
  givenAt = performance.now()
}

/** Moves the focus to the dialog around the element, or to none. */
function withdrawFocus(element: Element): void {
  const dialog = element.closest<HTMLElement>('dialog, [role=dialog], [role=alertdialog], [popover]')
  if (dialog && !dialog.hasAttribute('tabindex')) dialog.tabIndex = -1
  if (dialog && isForReading(dialog)) dialog.focus({ preventScroll: true })
  else (element as HTMLElement).blur() // only an HTML or SVG element has the focus
}

/** From now on a person uses the elements, unless a key that was meant for another element would activate one. */
function handleGesture(event: Event): void {
  if (!event.isTrusted) return
  const { type } = event
  // A finger that begins to scroll may go down in a field: a tap also causes mouse events.
  const isSwipe = type === 'pointerdown' && (event as PointerEvent).pointerType === 'touch'
  if (isSwipe) return
  if (type.endsWith('down') && !type.startsWith('key')) noteUse(listPressed(event))
  else if (isForAnother(event as KeyboardEvent)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  } else if (type === 'keydown') {
    keyTarget = findFocused()
    if (isUse(event as KeyboardEvent)) noteUse(event.composedPath())
  }
}

/** Whether a person uses the element with the focus by a key. */
function isUse({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const focused = findFocused()
  const isUnused = isScrollingKey(key, focused) || (focused !== null && focused === given && isForReading(focused))
  return USING_KEY.test(key) && !(ctrlKey || metaKey || isUnused)
}

/** Whether the key would activate the element whose focus no person gave, before they could see that. */
function isForAnother({ type, key, repeat, timeStamp }: KeyboardEvent): boolean {
  if (given === null || given !== findFocused()) return false
  const isActivating = key === 'Enter' || (key === ' ' && !takesText(given))
  // It went down elsewhere.
  if (type === 'keyup') return isActivating && keyTarget !== given
  // The focus of a withdrawn element was returned by a library: its first key is lost.
  return isActivating && (repeat || timeStamp - givenAt < UNSEEN_MS || withdrawn.delete(given))
}

function noteUse(elements: readonly (EventTarget | null)[]): void {
  for (const element of elements) {
    if (element === null) continue
    endFill(element)
    if (element !== given) continue
    own = given
    setGiven(null)
  }
}
