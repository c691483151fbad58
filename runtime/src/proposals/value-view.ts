/** A JSON value as HTML that a person can read: names and values, nested, with nothing hidden and nothing cut for good. */
import type { JsonSchema } from '#contract/json-schema.ts'
import { escapeHtml } from '#wire/html.ts'
import { splitPieces, takeFirst, visibleJson } from './visible.ts'

/** Longer texts are shown by their beginning, and in full when opened. */
const TEXT_MAX = 300
/** More entries of one list or object are shown when opened. */
const ENTRIES_MAX = 25
/** A value with more parts, or a deeper one, is shown as JSON: in full, and in a page that stays small. */
const PARTS_MAX = 1_500
const DEPTH_MAX = 10

/** The value as HTML; `schema` says what its fields mean. */
export function valueView(value: unknown, schema: unknown = undefined): string {
  const parts = countParts(value, PARTS_MAX, DEPTH_MAX)
  if (parts > PARTS_MAX)
    return `<pre tabindex="0" role="region" aria-label="JSON">${escapeHtml(visibleJson(value, 2))}</pre>`
  return renderValue(value, asSchema(schema))
}

/** How many values a value holds, itself included; more than `most` where it is too many or too deep. */
export function countParts(value: unknown, most: number, depth: number = DEPTH_MAX): number {
  if (typeof value !== 'object' || value === null) return 1
  if (depth === 0) return most + 1
  let parts = 1
  for (const member of Object.values(value)) {
    parts += countParts(member, most - parts, depth - 1)
    if (parts > most) break
  }
  return parts
}

function renderValue(value: unknown, schema: JsonSchema | undefined): string {
  if (typeof value === 'string') return textView(value)
  if (Array.isArray(value)) return listView(value, schema)
  if (typeof value === 'object' && value !== null) return objectView(value, schema)
  return `<code>${escapeHtml(visibleJson(value))}</code>${renderNote(value, schema)}`
}

function listView(items: readonly unknown[], schema: JsonSchema | undefined): string {
  if (items.length === 0) return '<span class="none">empty list</span>'
  const of = asSchema(schema?.items)
  const shown = (part: readonly unknown[], start: number) =>
    `<ol start="${start}">${part.map((item) => `<li>${renderValue(item, of)}</li>`).join('')}</ol>`
  return inTwo(items, 'items', shown)
}

function objectView(value: object, schema: JsonSchema | undefined): string {
  const entries = Object.entries(value)
  if (entries.length === 0) return '<span class="none">no fields</span>'
  const shown = (part: readonly (readonly [string, unknown])[]) =>
    `<dl>${part.map(([key, member]) => fieldView(key, member, schema)).join('')}</dl>`
  return inTwo(entries, 'fields', shown)
}

function fieldView(key: string, value: unknown, schema: JsonSchema | undefined): string {
  const properties = schema?.properties
  const field = properties !== undefined && Object.hasOwn(properties, key) ? asSchema(properties[key]) : undefined
  const about = field?.description === undefined ? '' : `<dd class="about">${escapeHtml(field.description)}</dd>`
  return `<div><dt><bdi>${visibleText(key === '' ? '""' : key)}</bdi></dt><dd>${renderValue(value, field)}</dd>${about}</div>`
}

function inTwo<Item>(
  items: readonly Item[],
  what: string,
  shown: (part: readonly Item[], start: number) => string,
): string {
  if (items.length <= ENTRIES_MAX) return shown(items, 1)
  const rest = items.slice(ENTRIES_MAX)
  const summary = `<summary>${rest.length} more ${what}</summary>`
  return `${shown(items.slice(0, ENTRIES_MAX), 1)}<details>${summary}${shown(rest, ENTRIES_MAX + 1)}</details>`
}

/** Quoted, so that an empty text and spaces at its ends are seen, and `"5"` is no number. */
function textView(text: string): string {
  const quotePart = (part: string, end: string) => `<bdi class="text">"${visibleText(part)}${end}</bdi>`
  if (text.length <= TEXT_MAX) return quotePart(text, '"')
  const summary = `<summary>${quotePart(takeFirst(text, TEXT_MAX), '…')} <span>all ${text.length} characters</span></summary>`
  return `<details>${summary}${quotePart(text, '"')}</details>`
}

/** A text with its invisible characters shown and marked, so that a written `\u202e` is not taken for one. */
export function visibleText(text: string): string {
  return splitPieces(text)
    .map((piece) => (piece.escaped ? `<mark>${piece.text}</mark>` : escapeHtml(piece.text)))
    .join('')
}

/** Money is whole numbers of the smallest unit (spec: schema builders); a person should not have to know that. */
function renderNote(value: unknown, schema: JsonSchema | undefined): string {
  if (schema?.format !== 'money-minor-units' || typeof value !== 'number') return ''
  return ` <span class="about">in the smallest unit of the currency, such as cents</span>`
}

function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined
}
