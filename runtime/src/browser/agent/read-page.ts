/** Outlines the page as a user perceives it, with a reference for each usable element. */
import {
  getAccessibleName,
  getRole,
  isInteractiveRole,
  listChildNodes,
  readTitle,
  short,
  UNSEEN,
} from './accessible-name.ts'
import { matchesSelector } from './click-path.ts'
import { getRef } from './element-refs.ts'
import { isCut } from './is-shown.ts'
import { findSecret } from './secret-fields.ts'

interface PageOutline {
  readonly url: string
  readonly title: string
  /** One line per element, indented by its nesting: `- button "Add to cart" [e3]`. */
  readonly outline: string
  /** Whether the outline was cut. */
  readonly truncated?: true
}

const LENGTH_MAX = 24_000

/** Returns the outline of the content of `root`. */
export function readLivePage(root: Element): PageOutline {
  const lines: string[] = []
  let length = 0
  let text = ''
  const say = (depth: number, line: string) => {
    if (length > LENGTH_MAX) return
    const shown = `${'  '.repeat(depth)}- ${line}`
    length += shown.length + 1
    const excess = length - LENGTH_MAX
    lines.push(excess > 0 ? `${shown.slice(0, Math.max(0, shown.length - excess))}…` : shown)
  }
  const flush = (depth: number) => {
    const line = text.replace(/\s+/g, ' ').trim()
    text = ''
    if (line !== '') say(depth, line)
  }
  const visitAll = (parent: Element, depth: number) => {
    const showsText = hasVisibleText(parent)
    for (const node of listChildNodes(parent)) {
      if (length + text.length > LENGTH_MAX && text.trim() !== '') flush(depth)
      if (length > LENGTH_MAX) return
      if (node instanceof Text) text += showsText ? node.data : ''
      else if (node instanceof Element) visit(node, depth)
    }
  }
  const visit = (element: Element, depth: number) => {
    if (matchesSelector(element, UNSEEN) || isCut(element)) return
    const role = getRole(element)
    if (element instanceof HTMLLabelElement && element.control) {
      // Its text is the name of its field.
      for (const child of element.children) visit(child, depth)
    } else if (role === undefined) {
      const isBlock = !/^(inline|contents)/.test(getComputedStyle(element).display)
      if (isBlock) flush(depth)
      visitAll(element, depth)
      if (isBlock) flush(depth)
    } else visitRole(element, role, depth)
  }
  const visitRole = (element: Element, role: string, depth: number) => {
    flush(depth)
    const isLeaf = isInteractiveRole(role) || role === 'img'
    const holdsMore = role === 'heading' && element.querySelector('a, button') !== null
    if (getComputedStyle(element).visibility === 'visible') say(depth, describe(element, role))
    if (isLeaf || (role === 'heading' && !holdsMore)) return
    visitAll(element, depth + 1)
    flush(depth + 1)
  }
  visit(root, 0)
  flush(0)
  return {
    url: location.href,
    title: readTitle(),
    outline: lines.join('\n'),
    ...(length > LENGTH_MAX && { truncated: true }),
  }
}

/** Whether a user sees the text directly inside the element. */
function hasVisibleText(element: Element): boolean {
  if (element instanceof HTMLDetailsElement && !element.open) return false
  return getComputedStyle(element).visibility === 'visible'
}

/** Describes an element, for example `textbox "Email" [e4] = "ada@…", required, disabled`. */
export function describe(element: Element, role: string): string {
  const name = getAccessibleName(element, role)
  const level = role === 'heading' ? ` ${element.getAttribute('aria-level') ?? element.localName.slice(1)}` : ''
  const marks = [...listStates(element)]
  return [
    role + level,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...(isInteractiveRole(role) ? [`[${getRef(element)}]`] : []),
    ...marks,
  ].join(' ')
}

function* listStates(element: Element): Generator<string> {
  if (element instanceof HTMLAnchorElement) yield short(element.getAttribute('href') ?? '')
  const secret = findSecret(element)
  if (secret) yield `(${secret}, for people)`
  else if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    if (element.checked) yield 'checked'
  } else if (element instanceof HTMLSelectElement) {
    yield `= ${JSON.stringify(short([...element.selectedOptions].map((option) => option.text).join(', ')))}`
    yield `of ${JSON.stringify([...element.options].slice(0, 30).map((option) => short(option.text)))}`
  } else if (
    (element instanceof HTMLInputElement && !/^(button|submit|reset|image)$/.test(element.type)) ||
    element instanceof HTMLTextAreaElement
  )
    yield `= ${JSON.stringify(short(element.value))}`
  if (matchesSelector(element, ':disabled, [aria-disabled=true]')) yield 'disabled'
  if (matchesSelector(element, ':required')) yield 'required'
  for (const state of ['expanded', 'pressed', 'selected', 'checked', 'current', 'invalid'])
    if (/^(true|page|step|mixed)$/.test(element.getAttribute(`aria-${state}`) ?? '')) yield state
}
