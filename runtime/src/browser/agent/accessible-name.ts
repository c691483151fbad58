/** Roles and accessible names of elements, as far as an outline of a page needs them: a small part of ARIA's rules. */
import { matchesSelector } from './click-path.ts'
import { isCut } from './is-shown.ts'

const BY_TAG: Readonly<Record<string, string>> = {
  button: 'button',
  summary: 'button',
  select: 'combobox',
  textarea: 'textbox',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  nav: 'navigation',
  main: 'main',
  aside: 'complementary',
  dialog: 'dialog',
  form: 'form',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  article: 'article',
  fieldset: 'group',
  output: 'status',
  progress: 'progressbar',
  meter: 'meter',
}

const BY_INPUT: Readonly<Record<string, string>> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
}

/** Roles that an agent can act on. */
const ACTIVE = new Set(
  'button link textbox searchbox spinbutton slider checkbox radio switch combobox listbox option menuitem tab treeitem'.split(
    ' ',
  ),
)

/** Returns the element's role; `undefined` for elements that only group others. */
export function getRole(element: Element): string | undefined {
  const ownRole = element.getAttribute('role')?.trim().split(/\s+/)[0]
  if (ownRole) return ownRole === 'presentation' || ownRole === 'none' ? undefined : ownRole
  const { localName } = element
  if (localName === 'a' || localName === 'area') return element.hasAttribute('href') ? 'link' : undefined
  if (localName === 'input') return BY_INPUT[(element as HTMLInputElement).type] ?? 'textbox'
  if (localName === 'img') return element.getAttribute('alt') === '' ? undefined : 'img'
  // A section without a name isn't a landmark.
  if (localName === 'section' && element.matches('[aria-label], [aria-labelledby]')) return 'region'
  if (element instanceof HTMLElement && element.isContentEditable && element.hasAttribute('contenteditable'))
    return 'textbox'
  return Object.hasOwn(BY_TAG, localName) ? BY_TAG[localName] : undefined
}

/** Selects elements with such a role of their own. */
export const INTERACTIVE: string = [...ACTIVE].map((role) => `[role=${role}]`).join()

export function isInteractiveRole(role: string): boolean {
  return ACTIVE.has(role)
}

const NAME_MAX = 120

/** Content that users don't perceive, and the framework's own panels. */
export const UNSEEN =
  'script, style, template, noscript, fw-approval, [data-fw-approval], [data-fw-copilot], [aria-hidden=true], [hidden], [inert]'

/** Returns the element's accessible name; empty if it has none. */
export function getAccessibleName(element: Element, role: string): string {
  const labelled = element.getAttribute('aria-labelledby')?.trim().split(/\s+/) ?? []
  const found =
    labelled
      .map((id) => readText(document.getElementById(id)))
      .join(' ')
      .trim() ||
    element.getAttribute('aria-label')?.trim() ||
    ownName(element, role).trim() ||
    element.getAttribute('title')?.trim() ||
    element.getAttribute('placeholder')?.trim() ||
    ''
  return short(found)
}

/** Returns the title of the page. An image or a form with this name hides that property of the document. */
export function readTitle(): string {
  return short(Reflect.get(Document.prototype, 'title', document))
}

/** Shortens a name to one line of limited length. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX)}…` : line
}

function ownName(element: Element, role: string): string {
  if (element instanceof HTMLInputElement && role === 'button')
    return element.value || element.alt || (element.type === 'reset' ? 'Reset' : 'Submit')
  if ('labels' in element && element.labels instanceof NodeList && element.labels.length > 0)
    return [...element.labels].map(readText).join(' ')
  if (element instanceof HTMLImageElement) return element.alt
  if (element instanceof HTMLFieldSetElement) return readText(element.querySelector('legend'))
  if (element instanceof HTMLTableElement) return readText(element.caption)
  const byContent = [
    'button',
    'link',
    'heading',
    'option',
    'menuitem',
    'tab',
    'treeitem',
    'checkbox',
    'radio',
    'switch',
  ]
  return byContent.includes(role) ? readText(element) : ''
}

/** Returns the child nodes. A field with the name `childNodes` hides that property of its form. */
export function listChildNodes(node: Node): NodeListOf<ChildNode> {
  return Reflect.get(Node.prototype, 'childNodes', node) as NodeListOf<ChildNode> // its type
}

/** Returns the content below a node without the parts that users don't perceive. Images have their alternative text. */
function readText(root: Node | null): string {
  return root === null ? '' : [...listChildNodes(root)].map(readNode).join('')
}

function readNode(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || matchesSelector(node, UNSEEN) || isCut(node)) return ''
  if (getComputedStyle(node).visibility !== 'visible') return ''
  return node.localName === 'img' ? ` ${node.getAttribute('alt') ?? ''} ` : readText(node)
}
