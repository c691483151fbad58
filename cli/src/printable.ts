/** Makes text from an app or an agent safe to show in a terminal. The table of what hides is the one of the proposals page. */
import { escapeHidden } from '@fw/runtime/contract'

/** One line of compact JSON in which every character is visible: what a person approves is what they read. */
export function printableJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value) ?? 'null')
}

/** Indented JSON, equal in value to the plain one; a terminal cannot be steered by a result. */
export function resultJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value, undefined, 2) ?? 'null', '\n')
}

/** Prose on stderr: keeps line breaks, shows every other hidden character as an escape. */
export function printableText(text: string): string {
  return escapeHidden(text, '\n\t')
}

/** The colors that this command sets itself: bold, dim, underlined, red, green, yellow, blue, magenta, cyan, and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a color is a control sequence
const OWN_COLOR = /(\u001b\[(?:1|2|4|22|24|3[1-6]|39)m)/

/**
 * Output for a terminal: every control or hidden character is an escape, except line breaks, tabs and our own colors. Names
 * of files, messages of browsers and results of tools come from outside, and could otherwise move the cursor, rewrite lines
 * or set the clipboard.
 */
export function terminalText(text: string): string {
  return text
    .split(OWN_COLOR)
    .map((part, index) => (index % 2 === 1 ? part : printableText(part)))
    .join('')
}
