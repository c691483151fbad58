/** Where the focus is when an agent has acted: the next key of a person must not do what the agent may not. */
import { isTyping, takesText } from './is-typing.ts'

/** Time in milliseconds within which an Enter key was meant for the element that had the focus before. */
const UNSEEN_MS = 500

/** The element that an agent gave the focus last, and when. */
let given: Element | null = null
let givenAt = 0

/** Gives the focus to a field. A button keeps none, as in Safari: the next Enter would be a person's click on it. */
export function giveFocus(element: Element): void {
  if (!(element instanceof HTMLElement) || !takesText(element)) return
  element.focus()
  given = element
  givenAt = performance.now()
  for (const type of ['keydown', 'pointerdown']) element.addEventListener(type, takeField, true)
}

/** From now on a person uses the field, unless an Enter that was meant for another element would submit its form. */
function takeField(event: Event): void {
  if (!event.isTrusted || event.currentTarget !== given) return
  const { key, repeat } = event as KeyboardEvent // both are undefined for a pointer
  if (key !== 'Enter' || !(repeat || event.timeStamp - givenAt < UNSEEN_MS)) {
    given = null
    return
  }
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Returns whether a person writes: the focus is in a text field, and no agent put it there. */
export function isWriting(): boolean {
  return document.activeElement !== given && isTyping()
}

/** Returns a function that gives the focus back to the field in which a person is writing. */
export function holdFocus(): () => void {
  const { activeElement: active } = document
  const before = isWriting() ? active : null
  return () => {
    if (before instanceof HTMLElement && before.isConnected && before !== document.activeElement)
      before.focus({ preventScroll: true })
  }
}
