/** Keys by which parts of two versions of a page are matched: what has state must not be taken for something else. */
import { FORM_TOOL } from '#contract/page/form.ts'
import { identify } from './kept-islands.ts'

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

function collect(parent: Parent, lists: Map<Node, readonly string[]>): string[] {
  return [...parent.children].flatMap((child) => {
    // The content of an island is its own.
    const keys = [...readOwnKeys(child), ...(child.localName === 'fw-island' ? [] : collect(child, lists))]
    if (keys.length > 0) lists.set(child, keys)
    return keys
  })
}

function readOwnKeys(element: Element): string[] {
  const { localName, id } = element
  const keys = id === '' ? [] : [`${UNIQUE}#${id}`]
  if (localName === 'fw-island') keys.push((element.matches('[keep],[k]') ? UNIQUE : '') + identify(element))
  else if (localName === 'details') keys.push(localName)
  else if (localName === 'form') keys.push(`form ${readFormName(element)}`)
  else if (isField(element)) keys.push(`${localName} ${element.getAttribute('name')}`)
  return keys
}

function isField(element: Element): boolean {
  return element.matches('input[name]:not([type=hidden]),select[name],textarea[name]')
}

/** Returns the name by which a form is found in another version of the page. */
export function readFormName(form: Element): string | null {
  const tool = form.querySelector(`input[type=hidden][name="${FORM_TOOL}"]`)
  return tool ? tool.getAttribute('value') : form.getAttribute('action')
}
