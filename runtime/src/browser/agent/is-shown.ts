/** Whether a user could see an element, according to its styles. */
import { walkOutwards } from './click-path.ts'

/**
 * Whether the element is visible. The element or an ancestor may have no box of its own (`display: contents`), like
 * islands.
 */
export function isShown(element: Element): boolean {
  if (!element.isConnected || getComputedStyle(element).visibility !== 'visible') return false
  for (const node of walkOutwards(element)) if (isCut(node)) return false
  const box = element.getBoundingClientRect()
  return box.width > 0 || box.height > 0 || getComputedStyle(element).display === 'contents'
}

/** Whether the content of the element is hidden. */
export function isCut(element: Element): boolean {
  const { display, opacity, contentVisibility } = getComputedStyle(element)
  return (
    display === 'none' ||
    opacity === '0' ||
    contentVisibility === 'hidden' ||
    // A closed one shows only its summary.
    (element.parentElement instanceof HTMLDetailsElement &&
      !element.parentElement.open &&
      element.localName !== 'summary')
  )
}
