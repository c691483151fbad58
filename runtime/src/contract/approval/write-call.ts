/**
 * Writes a pending call as plain text, for places without a layout of their own: chats, MCP clients and other agents. A
 * value never adds a line or a link label, because a line may be the URL at which a person decides.
 */
import { escapeHidden } from '../agent/hidden-text.ts'
import { formatCount } from '../format-count.ts'
import { formatTime, type Reader } from './format-scalar.ts'
import { cutLine, type ShownCall, takeFirst } from './shown-call.ts'
import type { ShownField, ShownScalar, ShownValue } from './shown-value.ts'

/** Values of one call, each in a line. */
const LINES_MAX = 20
/** Characters of all lines together, and of one: platforms limit the length of a message, which must not lose the URL. */
const LENGTH_MAX = 800
/** Characters of one value. */
const VALUE_MAX = 200

/** @param approveAt URL at which a person approves or rejects the call. It has all values. */
export function writeCall(call: ShownCall, reader: Reader, approveAt: string): string {
  const { title, tool, effect, requester, expiresAt, input } = call
  const all = [...listLines(input, '')].map((line) => cutLine(line, LENGTH_MAX))
  let length = 0
  const lines = all.slice(0, LINES_MAX).filter((line, index) => {
    length += line.length
    return index === 0 || length <= LENGTH_MAX
  })
  const more = all.length - lines.length
  return [
    title === undefined ? tool : `${title} (${tool})`,
    ...lines,
    ...(more > 0 ? [`- … and ${formatCount(more, 'more line')}, which the page shows`] : []),
    `Effect: ${effect}`,
    `Requested by: ${requester}`,
    `Approve or reject it until ${formatTime(expiresAt, reader, 'minutes')}: ${approveAt}`,
  ].join('\n')
}

/** The lines of a value. Parts of objects and lists have the path to them as their name. */
function* listLines(value: ShownValue, path: string): Generator<string> {
  const start = path === '' ? '- ' : `- ${path}: `
  if (value.kind === 'scalar') yield `${start}${writeScalar(value)}`
  else if (value.kind === 'json')
    yield `${start}${formatCount(value.json.length, 'character')} of JSON, which the page shows`
  else if (value.kind === 'items') {
    if (value.items.length === 0) yield `${start}empty list`
    for (const [index, item] of value.items.entries()) yield* listLines(item, `${path}[${index + 1}]`)
  } else {
    if (value.fields.length === 0) yield `${start}no values`
    for (const field of value.fields)
      yield* listLines(field.value, path === '' ? nameField(field) : `${path}, ${nameField(field)}`)
  }
}

const NAME_MAX = 80

function nameField({ name, label }: ShownField): string {
  const shown = escapeHidden(name.length > NAME_MAX ? `${takeFirst(name, NAME_MAX)}…` : name)
  const quoted = /^[\p{L}\p{N}_$ -]+$/u.test(shown) ? shown : JSON.stringify(shown)
  return label === undefined ? quoted : `${label} (${quoted})`
}

function writeScalar({ exact, isString, isSecret, words, note }: ShownScalar): string {
  if (isSecret) return `hidden, ${formatCount(exact.length, 'character')}`
  const value = isString ? quoteValue(exact) : exact
  const shown = words === undefined ? value : `${words} (${value}${note === undefined ? '' : ` ${note}`})`
  return words !== undefined || note === undefined ? shown : `${value} (${note})`
}

function quoteValue(text: string): string {
  const rest = text.length - VALUE_MAX
  const quoted = escapeHidden(JSON.stringify(takeFirst(text, VALUE_MAX)))
  return rest > 0 ? `${quoted} … (${formatCount(text.length, 'character')}, which the page shows)` : quoted
}
