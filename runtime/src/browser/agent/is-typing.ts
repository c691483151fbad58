/** Whether a person is writing: neither a dialog nor an agent may take the next keys. */

/** Whether the focus is in something that takes text. */
export function isTyping(): boolean {
  const active = document.activeElement
  // In the copilot's field, while it is empty, the person isn't typing but waits for the reply.
  if (active instanceof HTMLTextAreaElement && active.closest('[data-fw-copilot]') && active.value === '') return false
  return active !== null && takesText(active)
}

/** Whether keys write into the element. They activate others, such as buttons and links. */
export function takesText(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable ||
      element.matches(
        'textarea,select,input:not([type=button],[type=submit],[type=reset],[type=image],[type=checkbox],[type=radio])',
      ))
  )
}
