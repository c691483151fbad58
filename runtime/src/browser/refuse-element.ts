/** What an agent's tools do not touch, however it is called: the approval UI, other addresses, secrets, what nobody can use. */
import { FW_PREFIX } from '#contract/path.ts'
import { isShown } from './is-shown.ts'
import { findSecret } from './secret-fields.ts'

/** Of whom it is: `forbidden` for good, `unavailable` as the page is now. */
export interface ElementRefusal {
  readonly code: 'forbidden' | 'unavailable'
  readonly message: string
}

/** Why an agent may not act on the element. */
export function refuseElement(element: Element): ElementRefusal | undefined {
  if (isApproval(element)) return forbid('Approvals are for people: no tool touches them.')
  // An agent that writes there would speak to itself in the person's name.
  if (element.closest('[data-fw-copilot]'))
    return forbid('What a person says to the agent is theirs: no tool writes it.')
  if (!isShown(element)) return { code: 'unavailable', message: 'The element is hidden.' }
  if (element.closest('[inert]') || element.matches(':disabled') || element.closest('[aria-disabled=true]'))
    return { code: 'unavailable', message: 'The element is disabled.' }
  return refuseSecret(element)
}

/** Why an agent may not click: also for where the click would lead. */
export function refuseClick(element: Element): ElementRefusal | undefined {
  const control = element.closest('label')?.control ?? element
  // A link of a picture in SVG may have its address in another namespace.
  const link = element.closest('a[*|href], area[href]')
  const button = element.closest('button, input')
  const form = (button as HTMLButtonElement | null)?.form // both have it
  const addresses = [
    ...(link ? [link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? ''] : []),
    ...(form ? [button?.getAttribute('formaction') || form.getAttribute('action') || ''] : []),
  ]
  const address = addresses.map(refuseAddress).find((found) => found !== undefined)
  if (address !== undefined) return forbid(address)
  // What belongs to a form may stand elsewhere in the page.
  if (form && [...form.elements].some((field) => findSecret(field) === 'password') && isSubmit(button))
    return forbid('A form with a password is for people to send.')
  return refuseElement(element) ?? (control === element ? undefined : refuseElement(control))
}

/** Why an agent may not go there, or post there. */
export function refuseAddress(address: string): string | undefined {
  const url = parseUrl(address)
  if (url === undefined) return `"${address}" is no address.`
  if (url.origin !== location.origin) return `Agents stay in this app: ${url.origin} is another origin.`
  if (isFrameworkPath(url.pathname)) return `Agents may not open ${FW_PREFIX} addresses.`
  return undefined
}

/** As a link in this document means it. */
export function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address, document.baseURI)
  } catch {
    return undefined
  }
}

/** Undecodable paths are nobody's. */
function isFrameworkPath(path: string): boolean {
  try {
    return `${decodeURIComponent(path).replace(/[\\/]+/g, '/')}/`.toLowerCase().startsWith(FW_PREFIX)
  } catch {
    return true
  }
}

function isApproval(element: Element): boolean {
  return element.closest('fw-approval, [data-fw-approval]') !== null
}

function refuseSecret(element: Element): ElementRefusal | undefined {
  const secret = findSecret(element)
  return secret && forbid(`Fields of the type ${secret} are for people.`)
}

function isSubmit(button: Element | null): boolean {
  return button?.matches('button:not([type=button], [type=reset]), input[type=submit], input[type=image]') ?? false
}

function forbid(message: string): ElementRefusal {
  return { code: 'forbidden', message }
}
