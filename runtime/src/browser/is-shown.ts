/** Whether a person could see an element, as far as styles say. */

/** It or one of its ancestors may have no box of its own (`display: contents`), as islands have none. */
export function isShown(element: Element): boolean {
  if (!element.isConnected || getComputedStyle(element).visibility !== 'visible') return false
  for (let node: Element | null = element; node; node = node.parentElement) if (isCut(node)) return false
  const box = element.getBoundingClientRect()
  return box.width > 0 || box.height > 0 || getComputedStyle(element).display === 'contents'
}

/** Nothing below it is shown. */
export function isCut(element: Element): boolean {
  const { display, opacity, contentVisibility } = getComputedStyle(element)
  return (
    display === 'none' ||
    opacity === '0' ||
    contentVisibility === 'hidden' ||
    // A closed one shows its summary only.
    (element.parentElement instanceof HTMLDetailsElement &&
      !element.parentElement.open &&
      element.localName !== 'summary')
  )
}
