/** Renders a value as readable nodes: names and values, nested, with nothing hidden and nothing cut. */
import { countParts, PARTS_MAX } from '#contract/agent/count-parts.ts'
import { visiblePieces } from '#contract/agent/hidden-text.ts'
import { show } from './state-diff.ts'

type Child = Node | string

/** Creates an element with attributes and children. Strings become text nodes and are never parsed. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Renders a text with every invisible character marked and shown as its code. */
export function textNodes(text: string): readonly Child[] {
  return visiblePieces(text, '\n').map((piece) => (piece.escaped ? element('mark', {}, piece.text) : piece.text))
}

/** Deeper values are shown as JSON. */
const DEPTH_MAX = 8

/** Renders objects and lists as lists, and every other value as JSON; so is one with too many parts. */
export function valueNodes(value: unknown): Node {
  return countParts(value, PARTS_MAX) > PARTS_MAX ? jsonNode(value) : partNodes(value, DEPTH_MAX)
}

function partNodes(value: unknown, depth: number): Node {
  if (typeof value !== 'object' || value === null || depth === 0) return jsonNode(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return element('span', { class: 'soft' }, 'empty list')
    return element('ol', {}, ...value.map((item) => element('li', {}, partNodes(item, depth - 1))))
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return element('span', { class: 'soft' }, 'no fields')
  return fieldNodes(entries.map(([key, member]) => [key, partNodes(member, depth - 1)]))
}

/** Renders a list of names and their rendered values. */
export function fieldNodes(fields: readonly (readonly [name: string, value: Node])[]): Node {
  const rows = fields.map(([name, value]) =>
    element(
      'div',
      {},
      element('dt', {}, element('bdi', {}, ...textNodes(name === '' ? '""' : name))),
      element('dd', {}, value),
    ),
  )
  return element('dl', {}, ...rows)
}

/**
 * Renders a value as JSON. Strings have quotes, which show spaces at their ends and distinguish `"5"` from a number.
 */
export function jsonNode(value: unknown): Node {
  return codeNode(printJson(value))
}

/** Characters of a long value that are shown at once, and after a click. */
const BEGINNING = 200
const OPENED_MAX = 100_000

/** Renders the beginning of a long value as JSON. A click shows the rest, up to a limit. */
export function longValueNode(name: string, value: unknown): Node {
  const text = printJson(value)
  const isCut = text.length > OPENED_MAX
  const label = `${name}: ${isCut ? `the first ${OPENED_MAX}` : 'all'} characters`
  const rest = isCut ? ['The call is shown again if any of the other characters change.'] : []
  return element(
    'details',
    {},
    element('summary', {}, `${text.length} characters: `, codeNode(text.slice(0, BEGINNING)), '…'),
    // It scrolls, also by keys.
    element(
      'div',
      { class: 'long', role: 'group', tabindex: '0', 'aria-label': label },
      codeNode(text.slice(0, OPENED_MAX)),
    ),
    ...rest.map((line) => element('p', { class: 'soft' }, line)),
  )
}

function printJson(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : show(value)
}

function codeNode(text: string): Node {
  return element('bdi', { class: 'code' }, ...textNodes(text))
}
