/** Makes text from an app or an agent safe to show in a terminal. */

// Controls and format characters (bidi overrides, zero-width, tags), line separators, private use, unassigned, lone surrogates.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

/** One line of compact JSON in which every character is visible: what a person approves is what they read. */
export function printableJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(HIDDEN, escapeUnits)
}

/** Indented JSON, equal in value to the plain one; a terminal cannot be steered by a result. */
export function resultJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? 'null'
  return text.replace(HIDDEN, (character) => (character === '\n' ? character : escapeUnits(character)))
}

/** Prose on stderr: keeps line breaks, shows every other hidden character as an escape. */
export function printableText(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === '\n' || character === '\t' ? character : escapeUnits(character),
  )
}

/** UTF-16 units, because that is what `\u` means in JSON. */
function escapeUnits(character: string): string {
  let escaped = ''
  for (let index = 0; index < character.length; index += 1)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  return escaped
}
