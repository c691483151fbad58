/**
 * Elements that an agent's tools refuse to use: the approval UI, other URLs, secrets, and elements that a user can't
 * use.
 */
import { mayBeFrameworkPath } from '#contract/http/framework-path.ts'
import { FW_PREFIX } from '#contract/http/path.ts'
import { getFormMember } from '../forms/form-member.ts'
import { findClicked } from './click-path.ts'
import { isShown } from './is-shown.ts'
import { findSecret } from './secret-fields.ts'

/** The reason of a refusal: `forbidden` permanently, or `unavailable` in the current state of the page. */
export interface ElementRefusal {
  readonly code: 'forbidden' | 'unavailable'
  readonly message: string
}

/** Returns the reason why an agent may not act on the element. */
export function refuseElement(element: Element): ElementRefusal | undefined {
  if (isApproval(element)) return forbid('Approvals are for people: no tool touches them.')
  // An agent that writes there would send messages in the user's name.
  if (findClicked(element, '[data-fw-copilot]'))
    return forbid('Only people write messages to the agent: no tool may write in this field.')
  if (!isShown(element)) return { code: 'unavailable', message: 'The element is hidden.' }
  if (findClicked(element, '[inert], [aria-disabled=true]') || element.matches(':disabled'))
    return { code: 'unavailable', message: 'The element is disabled.' }
  return refuseSecret(element)
}

/** Returns the reason why an agent may not click, including the target of the click, and the field or button of a label. */
export function refuseClick(element: Element): ElementRefusal | undefined {
  const { control } = findClicked<HTMLLabelElement>(element, 'label') ?? {}
  return refuseTarget(element) ?? (control ? refuseTarget(control) : undefined)
}

function refuseTarget(element: Element): ElementRefusal | undefined {
  // A link in an SVG image may have its URL in another namespace.
  const link = findClicked(element, 'a[*|href], area[href]')
  const button = findClicked<HTMLButtonElement | HTMLInputElement>(element, 'button, input')
  const form = button?.form
  const addresses = [
    ...(link ? [link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? ''] : []),
    ...(form ? [button?.getAttribute('formaction') || form.getAttribute('action') || ''] : []),
  ].filter((url) => !REACT_ACTION.test(url))
  const address = addresses.map(refuseAddress).find((found) => found !== undefined)
  if (address !== undefined) return forbid(address)
  // Controls of a form may be elsewhere in the page.
  if (
    form &&
    [...getFormMember(form, 'elements')].some((field) => findSecret(field) === 'password') &&
    isSubmit(button)
  )
    return forbid('A form with a password is for people to send.')
  return refuseElement(element)
}

/** The URL of a form whose function React calls. Without React, it only throws an error. */
const REACT_ACTION = /^javascript:throw new Error\('React form unexpectedly submitted\.'\)$/

/** Returns the reason why an agent may not navigate or post to a URL. */
export function refuseAddress(address: string): string | undefined {
  const url = parseUrl(address)
  if (url === undefined) return `"${address}" isn't a valid URL.`
  if (url.origin !== location.origin) return `Agents cannot leave this app: ${url.origin} is another origin.`
  if (mayBeFrameworkPath(url.pathname)) return `Agents may not open ${FW_PREFIX} addresses.`
  return undefined
}

/** Resolves a URL like a link in this document. */
export function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address, document.baseURI)
  } catch {
    return undefined
  }
}

function isApproval(element: Element): boolean {
  // Controls of a form may be elsewhere in the page. Those of web components don't name it.
  const { form } = findClicked<HTMLButtonElement>(element, 'button, input, select, textarea') ?? {}
  const root = element.getRootNode() as ParentNode // the document or a shadow root: tools refuse removed elements
  const forms = [...root.querySelectorAll('form')].filter((one) =>
    [...getFormMember(one, 'elements')].some((control) => control.contains(element)),
  )
  return [element, form, ...forms].some(
    (place) => place && findClicked(place, 'fw-approval, [data-fw-approval]') !== undefined,
  )
}

function refuseSecret(element: Element): ElementRefusal | undefined {
  const secret = findSecret(element)
  return secret && forbid(`Fields of the type ${secret} are for people.`)
}

/** Whether a click on the button submits its form. */
export function isSubmit(button: Element | null | undefined): boolean {
  return button?.matches('button:not([type=button], [type=reset]), input[type=submit], input[type=image]') ?? false
}

function forbid(message: string): ElementRefusal {
  return { code: 'forbidden', message }
}
