/** Renders a described value as readable nodes: labels and values, nested, with nothing removed and nothing cut. */
import { visiblePieces } from '#contract/agent/hidden-text.ts'
import type { ShownField, ShownScalar, ShownValue } from '#contract/approval/shown-value.ts'
import { formatCount } from '#contract/format-count.ts'
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

/** A longer string is shown in a scrolling area. */
const TEXT_MAX = 300
/** So is a string with more lines. */
const LINES_MAX = 12

/** Renders a described value: labels, values and their formats, with nothing removed. */
export function valueNodes(value: ShownValue): Node {
  switch (value.kind) {
    case 'scalar':
      return scalarNodes(value)
    case 'items':
      if (value.items.length === 0) return element('span', { class: 'soft' }, 'empty list')
      return element('ol', {}, ...value.items.map((item) => element('li', {}, valueNodes(item))))
    case 'fields':
      if (value.fields.length === 0) return element('span', { class: 'soft' }, 'no fields')
      return fieldNodes(value.fields.map((field) => ({ ...field, value: valueNodes(field.value) })))
    case 'json':
      return scrollNode(`JSON, ${formatCount(value.json.length, 'character')}`, codeNode(value.json))
  }
}

function scalarNodes({ exact, isString, isSecret, words, note }: ShownScalar): Node {
  const size = formatCount(exact.length, 'character')
  const code = codeNode(isString ? `"${exact}"` : exact)
  const isLong = exact.length > TEXT_MAX || exact.split('\n').length > LINES_MAX
  const value = isLong ? scrollNode(size, code) : code
  if (isSecret) return element('details', {}, element('summary', {}, `Hidden, ${size}`), value)
  return element(
    'span',
    {},
    ...(words === undefined ? [] : [element('strong', {}, element('bdi', {}, words)), ' ']),
    value,
    ...(note === undefined ? [] : [' ', element('span', { class: 'soft' }, note)]),
  )
}

/** Renders content in an area of limited height, with its size above it. The keyboard scrolls it, too. */
function scrollNode(label: string, content: Node): HTMLElement {
  return element(
    'div',
    {},
    element('p', { class: 'soft' }, label),
    element('div', { class: 'long', role: 'group', tabindex: '0', 'aria-label': label }, content),
  )
}

/** A member of an object with its rendered value. */
type FieldNode = Omit<ShownField, 'value'> & { readonly value: Node }

/** Renders a list of labels and their rendered values. */
export function fieldNodes(fields: readonly FieldNode[]): Node {
  const rows = fields.map(({ name, label, about, value }) => {
    const shown = element('bdi', {}, ...textNodes(name === '' ? '""' : name))
    return element(
      'div',
      {},
      element('dt', {}, ...(label === undefined ? [shown] : [label, ' ', element('code', {}, shown)])),
      element('dd', {}, value),
      ...(about === undefined ? [] : [element('dd', { class: 'soft' }, about)]),
    )
  })
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
