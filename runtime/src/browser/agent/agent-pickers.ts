/** Pickers of fields that an agent opens, such as the list of a choice: the browser shows them, and the keys of a person go there. */
import { currentOrigin } from '../calls/cause.ts'
import { endFill, noteFill } from './agent-fields.ts'
import { isByPerson } from './begin-act.ts'
import { findClicked } from './click-path.ts'
import { onScriptClick } from './script-clicks.ts'

/** Fields whose pickers a click opens. */
const PICKERS = 'input:is([type=color], [type=file])'

let isWatching = false

/** From now on, a field whose picker an agent opens is the agent's, as if it had filled the field. */
export function watchPickers(): void {
  if (isWatching) return
  isWatching = true
  for (const { prototype } of [HTMLInputElement, HTMLSelectElement]) {
    const show = prototype.showPicker as (() => void) | undefined // older browsers lack it
    if (show === undefined) continue
    prototype.showPicker = function (this: HTMLInputElement & HTMLSelectElement) {
      noteOpener(this)
      show.call(this)
    }
  }
  onScriptClick((target) => {
    const field = findClicked(target, 'input') ?? findClicked<HTMLLabelElement>(target, 'label')?.control
    if (field?.matches(PICKERS)) noteOpener(field)
    return false
  })
  // A person opens it by its label, or presses it.
  addEventListener(
    'click',
    (event) => {
      const [field] = event.composedPath()
      if (field instanceof Element && field.matches(PICKERS) && isByPerson(event)) endFill(field)
    },
    true,
  )
}

function noteOpener(field: Element): void {
  if (currentOrigin() === 'agent') noteFill(field)
  else endFill(field)
}
