/**
 * What compiled components print a value with, where Solid would print `ssr(template, escape(value))`: the same, but that
 * only `Html` is markup.
 */
import { escape as solidEscape } from 'solid-js/web'
import { dataText, Html, isData } from './html.ts'

const escapeNode = solidEscape as (value: unknown, isAttribute?: boolean) => string // Solid types half of what it takes

/** What Solid puts between two texts, so that they stay two nodes. */
const TEXT_END = '<!--!$-->'

/** A value in the text of an element: escaped, unless it is markup. The same as Solid's `resolveSSRNode(escape(value))`. */
export function htmlText(value: unknown): string {
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return `${value}`
  if (Array.isArray(value)) return list(value)
  if (typeof value === 'function') return htmlText(value())
  return htmlNode(value)
}

/** A value that is escaped already. The same as Solid's `resolveSSRNode(value)`. */
export function htmlNode(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null || typeof value === 'boolean') return ''
  if (value instanceof Html) return value.t
  if (Array.isArray(value)) return nodes(value)
  if (typeof value === 'object') return escapeText(dataText(value))
  return typeof value === 'function' ? htmlNode(value()) : String(value)
}

/** Escapes what `htmlNode` is to print. The same as Solid's `escape`. */
export function escapeValue(value: unknown, isAttribute?: boolean): unknown {
  if (isAttribute === true)
    return escapeNode(typeof value === 'object' && value !== null ? attributeText(value) : value, true)
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'function') return escapeValue(value())
  if (Array.isArray(value)) return Array.from(value, (item) => escapeValue(item))
  return typeof value === 'object' && value !== null && isData(value) ? escapeText(dataText(value)) : value
}

/**
 * A value for a component of Solid that prints what it was given: markup, text that is still to be escaped, and lists of
 * them. Solid prints every object that it finds, so none but markup may reach it.
 */
export function printable(value: unknown): unknown {
  if (typeof value === 'function') return printable(value())
  if (Array.isArray(value)) return Array.from(value, printable)
  return typeof value === 'object' && value !== null && isData(value) ? dataText(value) : value
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

function list(values: readonly unknown[]): string {
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

function nodes(values: readonly unknown[]): string {
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
