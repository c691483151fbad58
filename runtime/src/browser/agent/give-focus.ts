/** Where the focus is when an agent has acted: the next key of a person must not do what the agent may not. */
import { isTyping, takesText } from './is-typing.ts'

/** The element that an agent gave the focus last. */
let given: Element | null = null

/** Gives the focus to a field. A button keeps none, as in Safari: the next Enter would be a person's click on it. */
export function giveFocus(element: Element): void {
  if (!(element instanceof HTMLElement) || !takesText(element)) return
  element.focus()
  given = element
  for (const type of ['keydown', 'pointerdown']) element.addEventListener(type, takeField)
}

/** From now on a person uses the field. */
function takeField({ isTrusted, currentTarget }: Event): void {
  if (isTrusted && currentTarget === given) given = null
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
