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
