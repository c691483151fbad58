/** The position of the focus in a page, to restore it when the user returns. */

/** The index of an element in the body, and its markup: a page may differ when it is fetched again. */
export type FocusPlace = readonly [index: number, shell: string]

/** Returns the position, or `undefined` if no element has the focus. */
export function focusPlace(): FocusPlace | undefined {
  const { activeElement } = document
  return activeElement ? [elements().indexOf(activeElement), printShell(activeElement)] : undefined
}

/** Focuses the element at that position, if it is the same. */
export function restoreFocus([index, shell]: FocusPlace): void {
  const element = elements()[index]
  if (element && printShell(element) === shell) (element as HTMLElement).focus({ preventScroll: true }) // it had the focus
}

/** Returns the markup as a string, because a node would retain the whole page. */
function printShell(element: Element): string {
  return (element.cloneNode() as Element).outerHTML // a copy of an element
}

function elements(): Element[] {
  return [...document.body.querySelectorAll('*')]
}
