/** Compares the static markup of a component with the server's element that Solid hydrates as it. */
import { isSameText } from './compare-content.ts'
import { reportMismatch } from './mismatch.ts'
import { printTag, printWhole } from './print-markup.ts'

/** Arguments of Solid's `template`. */
export type TemplateArguments = readonly [html: string, isImportNode?: boolean, isSVG?: boolean, isMathML?: boolean]

/** Creates the element of a template, in a document where custom elements don't start. */
export function parseTemplate([html, , isSVG = false, isMathML = false]: TemplateArguments): Element | undefined {
  if (isMathML) return undefined
  const holder = document.createElement('template')
  holder.innerHTML = html
  const first = holder.content.firstElementChild
  return (isSVG ? first?.firstElementChild : first) ?? undefined
}

/** Reports the first difference. Dynamic parts are compared when their content is inserted. */
export function compareTemplate(expected: Element, sent: Element): void {
  const difference = findDifference(expected, sent)
  if (difference === undefined) return
  const { what, isStructural, browser, server } = difference
  reportMismatch(sent, { what, isStructural, server: printWhole(server), browser: printWhole(browser) })
}

interface Difference {
  readonly what: string
  readonly isStructural: boolean
  readonly server: Element
  readonly browser: Element
}

function findDifference(browser: Element, server: Element): Difference | undefined {
  const found = (what: string, isStructural: boolean) => ({ what, isStructural, server, browser })
  if (browser.localName !== server.localName)
    return found(`the browser renders ${printTag(browser)} where the server sent ${printTag(server)}`, true)
  const attribute = [...browser.attributes].find((one) => !hasAttribute(server, one))
  if (attribute !== undefined) return found(`<${server.localName}> differs in its attribute "${attribute.name}"`, false)
  if (isOpaque(browser)) return undefined
  const [expected, sent] = [listItems(browser), listItems(server)]
  const index = expected.findIndex((item, position) => !isSameItem(item, sent[position], server))
  if (index !== -1 || expected.length !== sent.length) {
    const isText = expected.length === sent.length && isTextOnly(expected[index], sent[index])
    return found(`<${server.localName}> differs in ${isText ? 'its text' : 'its content'}`, !isText)
  }
  for (const [position, item] of expected.entries()) {
    const other = sent[position]
    const inside = item instanceof Element && other instanceof Element ? findDifference(item, other) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Attributes that a person, a script or the browser changes before hydration. */
const CHANGING: ReadonlySet<string> = new Set(['style', 'open', 'nonce', 'data-fw-at'])

function hasAttribute(server: Element, { name, value }: Attr): boolean {
  if (CHANGING.has(name)) return true
  // Dynamic classes are in the same attribute.
  if (name === 'class') return value.split(/\s+/).every((token) => token === '' || server.classList.contains(token))
  return server.getAttribute(name) === value
}

/** Elements whose content isn't known from the template: it is dynamic, or parsed or changed in another way. */
function isOpaque({ childNodes, localName, textContent }: Element): boolean {
  if (childNodes.length === 0 || localName.includes('-')) return true
  if (localName === 'noscript' || localName === 'template') return true
  // Placeholder for a dynamic `textContent`.
  return childNodes.length === 1 && childNodes[0] instanceof Text && textContent === ' '
}

/** `DYNAMIC` replaces the content between the two comments that Solid puts around a value. */
type Item = Element | string | typeof DYNAMIC
const DYNAMIC = Symbol('dynamic')

function listItems(element: Element): readonly Item[] {
  const items: Item[] = []
  let depth = 0
  for (const node of element.childNodes) {
    const mark = node instanceof Comment ? node.data : undefined
    if (mark === '/') depth--
    if (depth === 0 && mark === '/') items.push(DYNAMIC)
    else if (depth === 0 && node instanceof Element) items.push(node)
    else if (depth === 0 && node instanceof Text) items.push(node.data)
    if (mark === '$') depth++
  }
  return items
}

/** Compares two items, but not the content of elements, which `findDifference` compares. */
function isSameItem(expected: Item, sent: Item | undefined, parent: Element): boolean {
  if (typeof expected === 'string') return typeof sent === 'string' && isSameText(sent, expected, parent)
  if (expected === DYNAMIC) return sent === DYNAMIC
  return sent instanceof Element
}

function isTextOnly(expected: Item | undefined, sent: Item | undefined): boolean {
  return typeof expected === 'string' && typeof sent === 'string'
}
