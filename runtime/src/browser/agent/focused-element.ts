/** The element with the focus, and the effect of keys on it. */

/** Fields that take text. */
const TEXT =
  'textarea,select,input:not([type=button],[type=submit],[type=reset],[type=image],[type=checkbox],[type=radio])'
/** Roles of places that are focused to be read: keys have no effect there. */
const READ_ROLE =
  /^(?:alert|alertdialog|article|dialog|document|group|heading|main|none|note|presentation|region|status)$/

/** Returns the element with the focus, also in open shadow roots; the host of a closed one, or a frame. */
export function findFocused(): Element | null {
  let { activeElement: active } = document
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** Whether keys write into the element. They activate others, such as buttons and links. */
export function takesText(element: Element): boolean {
  const { isContentEditable } = element as Partial<HTMLElement> // a frame has classes of its own
  return isContentEditable === true || element.matches(TEXT)
}

/** Whether a person may be writing in the element: a text field, or content that can't be seen from here. */
export function canWriteIn(element: Element): boolean {
  return takesText(element) || element instanceof HTMLIFrameElement || isOpaque(element)
}

/** Whether the element is the copilot's field, in which the person isn't typing but waits for a reply, since it is empty. */
export function isEmptyMessage(element: Element): boolean {
  return element instanceof HTMLTextAreaElement && element.closest('[data-fw-copilot]') !== null && element.value === ''
}

/** Whether keys neither activate nor change the element, such as a heading or a dialog that is focused to be read. */
export function isForReading(element: Element): boolean {
  const role = element.getAttribute('role')
  const isPlain = element instanceof HTMLDialogElement || (element.hasAttribute('tabindex') && !isControl(element))
  return isPlain && (element as HTMLElement).tabIndex < 0 && (role === null || READ_ROLE.test(role))
}

/** Whether the focus is inside the element, in a closed shadow root. */
function isOpaque(element: Element): boolean {
  return element !== document.body && !isForReading(element) && !element.hasAttribute('tabindex') && !isControl(element)
}

function isControl(element: Element): boolean {
  return element.matches(
    'a,area,button,input,select,textarea,summary,iframe,embed,object,audio,video,[contenteditable]',
  )
}
