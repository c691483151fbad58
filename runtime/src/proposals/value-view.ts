/**
 * Renders a described value as HTML: labels and values, nested, with nothing removed. A long string or a large value has a
 * scrolling area with its size above it.
 */
import type { ShownField, ShownScalar, ShownValue } from '#contract/approval/shown-value.ts'
import { formatCount } from '#contract/format-count.ts'
import { escapeHtml } from '#wire/html.ts'
import { escapeJson, splitPieces } from './visible-text.ts'

/** A longer string is shown in a scrolling area. */
const TEXT_MAX = 300
/** So is a string with more lines. */
const LINES_MAX = 12

/** Renders a value as HTML. */
export function valueView(value: ShownValue): string {
  switch (value.kind) {
    case 'scalar':
      return scalarView(value)
    case 'items':
      if (value.items.length === 0) return '<span class="none">empty list</span>'
      return `<ol>${value.items.map((item) => `<li>${valueView(item)}</li>`).join('')}</ol>`
    case 'fields':
      if (value.fields.length === 0) return '<span class="none">no fields</span>'
      return `<dl>${value.fields.map(fieldView).join('')}</dl>`
    case 'json': {
      const json = escapeJson(value.json)
      return scrollArea(`JSON, ${countSize(json)}`, `<pre>${escapeHtml(json)}</pre>`)
    }
  }
}

function fieldView({ name, label, about, value }: ShownField): string {
  const shown = visibleText(name === '' ? '""' : name)
  const term = label === undefined ? `<bdi>${shown}</bdi>` : `${escapeHtml(label)} <code><bdi>${shown}</bdi></code>`
  const more = about === undefined ? '' : `<dd class="about">${escapeHtml(about)}</dd>`
  return `<div><dt>${term}</dt><dd>${valueView(value)}</dd>${more}</div>`
}

function scalarView({ exact, isString, isSecret, words, note }: ShownScalar): string {
  const value = isString ? textView(exact) : `<code>${escapeHtml(exact)}</code>`
  if (isSecret) return `<details><summary>Hidden, ${formatCount(exact.length, 'character')}</summary>${value}</details>`
  const start = words === undefined ? '' : `<strong><bdi>${escapeHtml(words)}</bdi></strong> `
  return `${start}${value}${note === undefined ? '' : ` <span class="about">${escapeHtml(note)}</span>`}`
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
