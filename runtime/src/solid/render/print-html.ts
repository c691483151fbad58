/**
 * Prints values for compiled components, as Solid's `ssr(template, escape(value))` does, except that only `Html` counts as
 * markup, and that attributes contain no `<`: a browser with scripts ends `<noscript>` at the first `</noscript`, also within
 * quotes.
 */
import { ssrClassList as solidClassList, escape as solidEscape, ssrStyle as solidStyle } from 'solid-js/web'
import { dataText, Html, isData } from './html.ts'

const escapeNode = solidEscape as (value: unknown, isAttribute?: boolean) => string // Solid's type omits some arguments

/** Separates two texts as Solid does, so that browsers parse them as two nodes. */
const TEXT_END = '<!--!$-->'

/** Prints a value in an element: escaped, unless it is markup. Equals Solid's `resolveSSRNode(escape(value))`. */
export function htmlText(value: unknown): string {
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return `${value}`
  if (Array.isArray(value)) return printList(value)
  if (typeof value === 'function') return htmlText(value())
  return htmlNode(value)
}

/** Prints an escaped value. Equals Solid's `resolveSSRNode(value)`. */
export function htmlNode(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null || typeof value === 'boolean') return ''
  if (value instanceof Html) return value.t
  if (Array.isArray(value)) return printNodes(value)
  if (typeof value === 'object') return escapeText(dataText(value))
  return typeof value === 'function' ? htmlNode(value()) : String(value)
}

/** Escapes a value for `htmlNode`, or for an attribute. Equals Solid's `escape`, except for `<` in attributes. */
export function escapeValue(value: unknown, isAttribute?: boolean): unknown {
  if (isAttribute === true)
    return escapeTags(escapeNode(typeof value === 'object' && value !== null ? attributeText(value) : value, true))
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'function') return escapeValue(value())
  if (Array.isArray(value)) return Array.from(value, (item) => escapeValue(item))
  return typeof value === 'object' && value !== null && isData(value) ? escapeText(dataText(value)) : value
}

/**
 * Converts a value for a Solid component that prints it: to markup, unescaped text, or a list of these. Solid prints every
 * object as markup, so other objects must not reach it.
 */
export function printable(value: unknown): unknown {
  if (typeof value === 'function') return printable(value())
  if (Array.isArray(value)) return Array.from(value, printable)
  return typeof value === 'object' && value !== null && isData(value) ? dataText(value) : value
}

/** Prints the value of the attribute `style`. */
export function ssrStyle(value: Parameters<typeof solidStyle>[0]): unknown {
  return escapeTags(solidStyle(value))
}

/** Prints the names of the classes that are on. */
export function ssrClassList(value: Parameters<typeof solidClassList>[0]): unknown {
  return escapeTags(solidClassList(value))
}

/** Replaces each `<`. Other values than strings, such as numbers, stay unchanged. */
function escapeTags(text: unknown): unknown {
  return typeof text === 'string' && text.includes('<') ? text.replaceAll('<', '&lt;') : text
}

/** Escapes `<` in the attributes of an element. */
export function escapeAttributes(element: string): string {
  const end = findTagEnd(element)
  const attributes = element.slice(1, end)
  return attributes.includes('<') ? `<${attributes.replaceAll('<', '&lt;')}${element.slice(end)}` : element
}

/** Returns the index of the first `>` outside of quotes. Quotes in values are escaped. */
function findTagEnd(element: string): number {
  let end = element.indexOf('>')
  let quote = element.indexOf('"')
  while (quote !== -1 && quote < end) {
    const closing = element.indexOf('"', quote + 1)
    if (closing === -1) break
    if (end < closing) end = element.indexOf('>', closing)
    quote = element.indexOf('"', closing + 1)
  }
  return end
}

function attributeText(value: object): string {
  return Array.isArray(value) ? String(Array.from(value, (item) => attributeItem(item))) : dataText(value)
}

function attributeItem(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? attributeText(item) : item
}

function escapeText(text: string): string {
  return text.indexOf('<') === -1 && text.indexOf('&') === -1 ? text : escapeNode(text)
}

function printList(values: readonly unknown[]): string {
  let html = ''
  let afterText = false
  for (const value of values) {
    let item: unknown = value
    while (typeof item === 'function') item = item()
    const isText = isTextNode(item)
    if (isText && afterText) html += TEXT_END
    html += htmlText(item)
    afterText = isText
  }
  return html
}

function printNodes(values: readonly unknown[]): string {
  let html = ''
  let afterText = false
  for (const value of values) {
    const isText = isTextNode(value)
    if (isText && afterText) html += TEXT_END
    html += htmlNode(value)
    afterText = isText
  }
  return html
}

function isTextNode(value: unknown): boolean {
  return typeof value !== 'object' || (value !== null && isData(value))
}
