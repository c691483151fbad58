/** Keys by which parts of two versions of a page are matched: what has state must not be taken for something else. */
import { FORM_PREFIX, FORM_TOOL } from '#contract/page/form.ts'
import { identify, readChildNodes } from './kept-islands.ts'

export interface Keys {
  /** Returns the keys of an element and of the elements in it that both versions have. */
  list(node: Node): readonly string[]
}

/** An element, or siblings that are a part of one. */
interface Parent {
  readonly children: Iterable<Element>
}

/** Keys with this prefix name one element of a page. */
const UNIQUE = '!'

export function isUnique(key: string): boolean {
  return key.startsWith(UNIQUE)
}

/** Reads the keys of two versions of a part of a page. */
export function readKeys(live: Parent, next: Parent): Keys {
  const lists = new Map<Node, readonly string[]>()
  const inLive = new Set(collect(live, lists))
  const inNext = new Set(collect(next, lists))
  return { list: (node) => (lists.get(node) ?? []).filter((key) => inLive.has(key) && inNext.has(key)) }
}

/** `form` is the key of the form that contains the elements: fields of another form are other ones. */
function collect(parent: Parent, lists: Map<Node, readonly string[]>, form = ''): string[] {
  return [...parent.children].flatMap((child) => {
    const own = readOwnKeys(child).map((key) => (isUnique(key) ? key : form + key))
    // The content of an island is its own.
    const inner =
      child.localName === 'fw-island'
        ? []
        : collect(toParent(readChildNodes(child)), lists, isForm(child) ? own.at(-1) : form)
    const keys = [...own, ...inner]
    if (keys.length > 0) lists.set(child, keys)
    return keys
  })
}

/** Returns the elements among the children of a parent. */
export function toParent(childNodes: Iterable<Node>): Parent {
  return { children: [...childNodes].filter((node) => node instanceof Element) }
}

function isForm(element: Element): boolean {
  return element.localName === 'form'
}

/** Returns the id of an element. A field with the name `id` hides that property of its form. */
function readId(element: Element): string {
  return element.getAttribute('id') ?? ''
}

/** Returns the key of an element among its siblings. */
export function readKey(element: Element): string {
  return readId(element) || (element.getAttribute('data-key') ?? '')
}

function readOwnKeys(element: Element): string[] {
  const { localName } = element
  const id = readId(element)
  const keys = id === '' ? [] : [`${UNIQUE}#${id}`]
  if (localName === 'fw-island') keys.push((element.matches('[keep],[k]') ? UNIQUE : '') + identify(element))
  else if (localName === 'details') keys.push(localName)
  else if (isForm(element)) keys.push(`form ${readFormName(element)}`)
  else if (isField(element)) keys.push(`${localName} ${element.getAttribute('name')}`)
  return keys
}

function isField(element: Element): boolean {
  return element.matches('input[name]:not([type=hidden]),select[name],textarea[name]')
}

/**
 * Returns the name by which a form is found in another version of the page, with its hidden fields, which identify its row: in a
 * list of forms that pay, a draft must not pay for another row.
 */
export function readFormName(form: Element): string {
  // A field with the name `closest` hides that method of its form.
  const island = Element.prototype.closest.call(form, 'fw-island')
  const hidden = [...form.querySelectorAll('input[type=hidden]')]
    .map(
      (field) => [field.getAttribute('name') ?? '', field.getAttribute('value'), field.closest('fw-island')] as const,
    )
    // An island changes its own fields.
    .filter(([name, , of]) => of === island && (name === FORM_TOOL || !name.startsWith(FORM_PREFIX)))
  return JSON.stringify([form.getAttribute('action'), ...hidden.map(([name, value]) => [name, value])])
}
