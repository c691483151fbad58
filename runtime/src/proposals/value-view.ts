/**
 * Renders a JSON value as readable HTML: names and values, nested, with nothing hidden and nothing removed. A long string
 * or a large value has a scrolling area with its size above it.
 */
import { countParts, PARTS_MAX } from '#contract/agent/count-parts.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { escapeHtml } from '#wire/html.ts'
import { splitPieces, visibleJson } from './visible-text.ts'

/** A longer string is shown in a scrolling area. */
const TEXT_MAX = 300
/** So is a string with more lines. */
const LINES_MAX = 12
/** A deeper value, or one with more than `PARTS_MAX` parts, is shown as JSON: in full, while the page stays small. */
export const DEPTH_MAX = 10

/** Renders a value as HTML; `schema` describes its fields. */
export function valueView(value: unknown, schema: unknown = undefined): string {
  const parts = countParts(value, PARTS_MAX, DEPTH_MAX)
  if (parts > PARTS_MAX) {
    const json = visibleJson(value, 2)
    return scrollArea(`JSON, ${countSize(json)}`, `<pre>${escapeHtml(json)}</pre>`)
  }
  return renderValue(value, asSchema(schema))
}

function renderValue(value: unknown, schema: JsonSchema | undefined): string {
  if (typeof value === 'string') return textView(value)
  if (Array.isArray(value)) return listView(value, schema)
  if (typeof value === 'object' && value !== null) return objectView(value, schema)
  return `<code>${escapeHtml(visibleJson(value))}</code>${renderNote(value, schema)}`
}

function listView(items: readonly unknown[], schema: JsonSchema | undefined): string {
  if (items.length === 0) return '<span class="none">empty list</span>'
  const itemSchema = asSchema(schema?.items)
  return `<ol>${items.map((item) => `<li>${renderValue(item, itemSchema)}</li>`).join('')}</ol>`
}

function objectView(value: object, schema: JsonSchema | undefined): string {
  const entries = Object.entries(value)
  if (entries.length === 0) return '<span class="none">no fields</span>'
  return `<dl>${entries.map(([key, member]) => fieldView(key, member, schema)).join('')}</dl>`
}

function fieldView(key: string, value: unknown, schema: JsonSchema | undefined): string {
  const properties = schema?.properties
  const field = properties !== undefined && Object.hasOwn(properties, key) ? asSchema(properties[key]) : undefined
  const about = field?.description === undefined ? '' : `<dd class="about">${escapeHtml(field.description)}</dd>`
  return `<div><dt><bdi>${visibleText(key === '' ? '""' : key)}</bdi></dt><dd>${renderValue(value, field)}</dd>${about}</div>`
}

/**
 * Renders a string with quotes, which show an empty string and spaces at its ends, and distinguish `"5"` from a
 * number.
 */
function textView(text: string): string {
  const quoted = `<bdi class="text">"${visibleText(text)}"</bdi>`
  return text.length > TEXT_MAX || countLines(text) > LINES_MAX ? scrollArea(countSize(text), quoted) : quoted
}

/** Renders content in an area of limited height, with its size above it. The keyboard can scroll it, too. */
function scrollArea(size: string, content: string): string {
  return `<p class="about">${size}</p><div class="long" tabindex="0" role="group" aria-label="${size}">${content}</div>`
}

function countSize(text: string): string {
  const lines = countLines(text)
  return `${text.length} characters${lines > 1 ? `, ${lines} lines` : ''}`
}

function countLines(text: string): number {
  return text.split('\n').length
}

/** Escapes a text and marks its invisible characters, so that they differ from a literal `\u202e`. */
export function visibleText(text: string): string {
  return splitPieces(text)
    .map((piece) => (piece.escaped ? `<mark>${piece.text}</mark>` : escapeHtml(piece.text)))
    .join('')
}

/** Explains amounts of money, which are whole numbers of the smallest unit. */
function renderNote(value: unknown, schema: JsonSchema | undefined): string {
  if (schema?.format !== 'money-minor-units' || typeof value !== 'number') return ''
  return ` <span class="about">in the smallest unit of the currency, such as cents</span>`
}

function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined
}
