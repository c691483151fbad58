/** What compiled components print a value with, where Solid would print `ssr(template, escape(value))`. */
import { escape as escapeNode } from 'solid-js/web'

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
  if (Array.isArray(value)) return nodes(value)
  if (typeof value === 'object') return (value as { t: string }).t // Solid's own form of HTML
  return typeof value === 'function' ? htmlNode(value()) : String(value)
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
    const isText = typeof item !== 'object'
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
    const isText = typeof value !== 'object'
    if (isText && afterText) html += TEXT_END
    html += htmlNode(value)
    afterText = isText
  }
  return html
}
