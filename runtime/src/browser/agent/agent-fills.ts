/**
 * Fields that the browser's own agent fills in (declarative WebMCP). The browser fires trusted events for them, in a task of their
 * own, as it does for a person's choice in a picker. Only a later `submit` event names the agent.
 */
import { findFocused } from './focused-element.ts'

/** People write into these with keys or an input method, which the event names. */
const WRITTEN = 'textarea, input:is(:not([type]), [type=text], [type=search], [type=email], [type=url], [type=tel])'

/** Whether the agent has filled in a field in this task. */
let isFilling = false

/** Whether the browser's agent has changed the field. @param isGesture Whether a person's gesture is in progress. */
export function isAgentFill({ type, target, inputType }: Event & Partial<InputEvent>, isGesture: boolean): boolean {
  if (isGesture || !isDeclaredField(target)) return false
  if (type === 'change') return isFilling
  if (type !== 'input' || inputType || (!isFilling && isInUse(target))) return false
  isFilling = true
  setTimeout(() => {
    isFilling = false
  })
  return true
}

/** Whether the field belongs to a form that is declared as a tool. A browser's agent can't choose a file. */
function isDeclaredField(target: EventTarget | null): target is HTMLInputElement {
  // A frame has classes of its own.
  const classes = (target as Node | null)?.ownerDocument?.defaultView as typeof globalThis | null | undefined // see lib.dom
  if (!classes || !(target instanceof classes.HTMLElement) || target.matches('[type=file]')) return false
  const { form } = target as HTMLInputElement // undefined for others
  // A field may have the name of a method of the form.
  return form instanceof classes.HTMLFormElement && Element.prototype.hasAttribute.call(form, 'toolname')
}

/** Whether a person may be changing the field without a gesture that the page sees: in its picker, or by moving its slider. */
function isInUse(field: HTMLInputElement): boolean {
  return !field.matches(WRITTEN) && (field.matches(':active') || (document.hasFocus() && findFocused() === field))
}
