/** Compares dynamic attributes with the server's attributes, which Solid leaves unchanged. */
import { FORM_KEY } from '#contract/page/form.ts'
import { noteClass } from './compare-classes.ts'
import { reportMismatch } from './mismatch.ts'
import { printTag } from './print-markup.ts'
import { getSentAttribute } from './sent-attributes.ts'

/** Reports an attribute that differs from the server's, or that only one side has. */
export function compareAttribute(element: Element, name: string, value: unknown): void {
  // A browser hides the value of `nonce`; people open and close `<details>` before hydration.
  if (name === 'nonce' || name === 'open') return
  const expected = value === undefined || value === null ? null : toAttribute(value)
  if (getSentAttribute(element, name) !== expected) report(element, name, expected)
}

/** Compares a boolean attribute. */
export function compareFlag(element: Element, name: string, value: unknown): void {
  if (name !== 'open' && (getSentAttribute(element, name) !== null) !== Boolean(value))
    report(element, name, value ? '' : null)
}

/** Compares `class` of a spread. Other code may add classes to the element. */
function compareSpreadClass(element: Element, value: unknown): void {
  const [expected, sent] = [toTokens(value), getSentClasses(element)]
  if (expected.some((token) => !sent.includes(token))) reportClasses(element, expected)
}

/** Returns the classes of an element as the server sent them. */
export function getSentClasses(element: Element): readonly string[] {
  return toTokens(getSentAttribute(element, 'class'))
}

/** Reports an element with the classes that the browser renders. */
export function reportClasses(element: Element, expected: readonly string[]): void {
  report(element, 'class', expected.length === 0 ? null : expected.join(' '))
}

/** Compares `style`. `expected` is an element with the declarations that the browser renders. */
export function compareStyle(element: Element & ElementCSSInlineStyle, expected: CSSStyleDeclaration): void {
  const isSame = [...expected].every((name) => element.style.getPropertyValue(name) === expected.getPropertyValue(name))
  if (!isSame) report(element, 'style', expected.cssText)
}

/** Properties of elements that the server sends as attributes. */
const FLAGS: Readonly<Record<string, string>> = {
  checked: 'checked',
  disabled: 'disabled',
  formNoValidate: 'formnovalidate',
  hidden: 'hidden',
  inert: 'inert',
  multiple: 'multiple',
  noValidate: 'novalidate',
  readOnly: 'readonly',
  required: 'required',
  reversed: 'reversed',
  selected: 'selected',
}

/** Compares a property that Solid sets on an element or on its text node. */
export function compareProperty(node: Node, name: string, value: unknown): void {
  const text = value === undefined || value === null ? '' : String(value)
  // The server sends a space for an empty string.
  if (node instanceof Text && name === 'data') {
    const { parentElement } = node
    if (parentElement && node.data !== text && `${text}${node.data}` !== ' ') reportText(parentElement, node.data, text)
  }
  if (!(node instanceof Element)) return
  if (name === 'textContent' && node.textContent !== text && `${text}${node.textContent}` !== ' ')
    reportText(node, node.textContent ?? '', text)
  const flag = FLAGS[name] ?? FLAGS[Object.keys(FLAGS).find((one) => one.toLowerCase() === name) ?? '']
  if (flag !== undefined) compareFlag(node, flag, value)
  else if (name === 'className') noteClass(node, toTokens(value))
  // The key of a form is random. Typing changes the value of a field, but not its attribute.
  else if (
    name === 'value' &&
    node instanceof HTMLInputElement &&
    node.name !== FORM_KEY &&
    node.defaultValue !== toAttribute(text)
  )
    report(node, 'value', text)
  else if (name === 'innerHTML') {
    const parsed = document.createElement('template')
    parsed.innerHTML = text
    const expected = parsed.content.textContent ?? ''
    if (expected !== node.textContent) reportText(node, node.textContent ?? '', expected)
  }
}

/** Compares the values that Solid has spread over an element, by name. */
export function compareSpread(element: Element, values: Readonly<Record<string, unknown>>): void {
  // Properties of custom elements aren't attributes.
  if (element.localName.includes('-') || element.hasAttribute('is')) return
  for (const [name, value] of Object.entries(values)) {
    if (/^(?:children|ref|style|classList|innerText|textContent)$|^on|:/.test(name)) continue
    if (name === 'class' || name === 'className') compareSpreadClass(element, value)
    else if (name === 'value' || name === 'innerHTML' || Object.entries(FLAGS).some((pair) => pair.includes(name)))
      compareProperty(element, name, value)
    else if (/^[a-z-]+$/.test(name) && /^(?:string|number|undefined)$/.test(typeof value))
      compareAttribute(element, name, value)
  }
}

function toAttribute(value: unknown): string {
  return String(value).replace(/\r\n?/g, '\n')
}

export function toTokens(value: unknown): readonly string[] {
  return `${value ?? ''}`.split(/\s+/).filter((token) => token !== '')
}

function report(element: Element, name: string, expected: string | null): void {
  reportMismatch(element, {
    what: `<${element.localName}> differs in its attribute "${name}"`,
    server: printTag(element, { [name]: getSentAttribute(element, name) }),
    browser: printTag(element, { [name]: expected }),
  })
}

function reportText(element: Element, sent: string, expected: string): void {
  const print = (text: string) => `${printTag(element)}${text}</${element.localName}>`
  reportMismatch(element, {
    what: `<${element.localName}> differs in its text`,
    server: print(sent),
    browser: print(expected),
  })
}
