/** The choices of a user in boxes, buttons and menus, which a newer version of the page must not change. */

/** Stores the choices of the user. The returned function restores each choice that is still in the document. */
export function keepChoices(): () => void {
  const inputs = Array.from(document.querySelectorAll<HTMLInputElement>('input:checked')).filter(
    ({ defaultChecked }) => !defaultChecked,
  )
  const options = Array.from(document.querySelectorAll('select')).flatMap((menu) =>
    hasChoice(menu) ? Array.from(menu.selectedOptions) : [],
  )
  return () => {
    for (const input of inputs) input.checked = true
    for (const option of options) option.selected = true
  }
}

/** Whether the user has changed a menu. A copy has the choice of the page. */
function hasChoice(menu: HTMLSelectElement): boolean {
  const copy = menu.cloneNode(true) as HTMLSelectElement
  return Array.from(menu.options).some(({ selected }, index) => selected !== copy.options[index]?.selected)
}
