/**
 * Escapes text of an app or agent for display in a terminal. The table of hidden characters is that of the proposals
 * page.
 */
import { escapeHidden } from '@fw/runtime/contract'

/** Formats compact JSON in one line, with every character visible, so that a user sees exactly what they approve. */
export function printableJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value) ?? 'null')
}

/** Formats indented JSON of equal value, with control characters escaped. */
export function resultJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value, undefined, 2) ?? 'null', '\n')
}

/** Escapes prose for stderr. Line breaks stay; every other hidden character becomes an escape. */
export function printableText(text: string): string {
  return escapeHidden(text, '\n\t')
}

/** Maximum length of one line. */
const MAX_LINE = 2_000

/** Escapes text of a server for one line, with a limited length: its line breaks could imitate other lines. */
export function lineText(text: string): string {
  return text.length <= MAX_LINE
    ? escapeHidden(text)
    : `${escapeHidden(text.slice(0, MAX_LINE))}… (${text.length} characters)`
}

/**
 * Colors that this command sets itself: bold, dim, underlined, red, green, yellow, blue, magenta, cyan, and their
 * resets.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a color is a control sequence
const OWN_COLOR = /(\u001b\[(?:1|2|4|22|24|3[1-6]|39)m)/

/**
 * Escapes output for a terminal: every control or hidden character except line breaks, tabs and this command's colors.
 * File names, browser messages and tool results are untrusted: they could otherwise move the cursor, rewrite lines or
 * set the clipboard.
 */
export function terminalText(text: string): string {
  return text
    .split(OWN_COLOR)
    .map((part, index) => (index % 2 === 1 ? part : printableText(part)))
    .join('')
}
