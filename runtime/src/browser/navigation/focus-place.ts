/** Where the focus was in a page, so that it can be put there again when the person comes back. */

/** The number of an element in the body, and what it looked like: a page may be another when it is fetched again. */
export type FocusPlace = readonly [index: number, shell: string]

/** Undefined when nothing has the focus. */
export function focusPlace(): FocusPlace | undefined {
  const { activeElement } = document
  return activeElement ? [elements().indexOf(activeElement), printShell(activeElement)] : undefined
}

/** Gives the focus to what is at that place now, if it is the same. */
export function restoreFocus([index, shell]: FocusPlace): void {
  const element = elements()[index]
  if (element && printShell(element) === shell) (element as HTMLElement).focus({ preventScroll: true }) // it had the focus
}

/** Text: a node would hold the whole page that it was in. */
function printShell(element: Element): string {
  return (element.cloneNode() as Element).outerHTML // a copy of an element
}

function elements(): Element[] {
  return [...document.body.querySelectorAll('*')]
}
