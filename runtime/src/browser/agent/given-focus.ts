/**
 * Keys of a person at an element whose focus no person gave. They were meant for another element until the person has moved the
 * focus or has pressed the element, which shows that the person sees where it is.
 */
import { given, setGiven } from './agent-fields.ts'
import { findFocused, isForReading, takesText } from './focused-element.ts'

/** Time in milliseconds after a move of the focus or a key that writes. A key within it is meant for the element that had the focus before. */
const UNSEEN_MS = 500
/** Keys that write or activate something. Input methods send the last three. */
const WRITING_KEY = /^(?:.|Enter|Backspace|Delete|Process|Dead|Unidentified)$/u
const MOVING_KEY = /^(?:Tab|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/
/** Elements in which the arrow keys choose, also without moving the focus. */
const CHOICES = ['menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'listbox', 'option', 'tree']
  .concat('treeitem', 'grid', 'gridcell', 'tablist', 'tab', 'radiogroup', 'radio')
  .map((role) => `[role=${role}]`)
  .concat('[aria-activedescendant]')
  .join()

/** Elements whose focus no person gave, until a person presses them or moves the focus. */
const untaken = new WeakSet<EventTarget>()
let givenAt = 0
/** Whether the element got the focus of a person who was writing elsewhere. */
let isWriters = false
/** When the last key that writes went down. */
let wroteAt = -UNSEEN_MS
/** Whether the last key moves the focus of a person who doesn't see where it is. */
let isBlind = false
/** Where the last key went down, unless it was meant for another element. */
let keyTarget: Element | null = null

/** Records that an element has a focus that no person gave. */
export function giveFocus(element: Element, ofWriter: boolean): void {
  isWriters = ofWriter
  givenAt = performance.now()
  moveGiven(element)
}

/** Records that the focus moves on to another element, without having been given by a person. */
export function moveGiven(element: Element): void {
  untaken.add(element)
  setGiven(element)
}

/** Records that a person uses the element, or moves the focus to it. */
export function takeFocus(element: Element): void {
  untaken.delete(element)
  setGiven(null)
}

/** Records that a person uses the element before it has the focus. */
export function noteUsed(element: EventTarget): void {
  untaken.delete(element)
}

/** Whether no person has used the element since it was given the focus. */
export function isUntaken(element: Element): boolean {
  return untaken.has(element)
}

/** Whether the last key of the person moves a focus that isn't the person's. */
export function isBlindKey(): boolean {
  return isBlind
}

export function endBlindKey(): void {
  isBlind = false
}

/** Whether what a person writes at the element was meant for another one, however late. Fields that take text are used by writing. */
export function isWithheld(element: Element | null): boolean {
  return element !== null && element === given && untaken.has(element) && (isWriters || !takesText(element))
}

/** Whether the key would activate or change the element whose focus no person gave. */
export function isForAnother({ type, key, repeat, timeStamp, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const focused = findFocused()
  if (focused === null || focused !== given) return false
  const isActivating = key === 'Enter' || (key === ' ' && (isWriters || !takesText(focused)))
  // It went down elsewhere.
  if (type !== 'keydown') return isActivating && keyTarget !== focused
  if (isActivating && (repeat || timeStamp - givenAt < UNSEEN_MS)) return true
  if (!isWithheld(focused)) return false
  return isActivating || (isWritingKey(key, ctrlKey || metaKey) && !isForReading(focused))
}

/** Records a key that goes down, after the elements that it uses. */
export function noteKey(event: KeyboardEvent, isStopped: boolean): void {
  const { key, timeStamp, ctrlKey, metaKey } = event
  const focused = findFocused()
  keyTarget = isStopped ? null : focused
  const isSeen = MOVING_KEY.test(key) && timeStamp - Math.max(givenAt, wroteAt) >= UNSEEN_MS
  const isCommand = ctrlKey || metaKey || /^F\d+$/.test(key)
  isBlind = given !== null && !isSeen && !isCommand
  if (isWritingKey(key, isCommand)) wroteAt = timeStamp
  // A trap may keep the focus where it is.
  if (isSeen && focused !== null && focused === given && (key === 'Tab' || focused.matches(CHOICES)))
    untaken.delete(focused)
}

/** Whether the key writes, in an element that takes text. */
export function isWritingKey(key: string, isCommand: boolean): boolean {
  return WRITING_KEY.test(key) && !isCommand
}
