/** The only HTML escaper, and the only way to write data into a script element. */

const UNSAFE = /[&<>"']/
const SINGLE_QUOTED = /[&<>']/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return UNSAFE.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text
}

/** Escapes text for attribute values in single quotes, where double quotes need no entity. */
export function escapeSingleQuoted(text: string): string {
  return SINGLE_QUOTED.test(text) ? text.replace(/[&<>']/g, (character) => ENTITIES[character] ?? character) : text
}

/** Reverses `escapeHtml`. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
}

const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
)

/**
 * Returns JSON for the content of a script element: `</script>` and `<!--` can't occur in it, nor U+2028 and U+2029, which
 * older JavaScript parsers treat as line ends. The result is still JSON.
 */
export function scriptJson(value: unknown): string {
  return escapeScriptJson(JSON.stringify(value))
}

/** The same for a JSON string: these characters occur only in its strings. */
export function escapeScriptJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Escapes JavaScript for the content of a script element: removes `<script` and `</script` without a change of meaning in
 * strings and regular expressions.
 */
export function escapeScript(code: string): string {
  return code.replace(
    /(<\/?)(s)(cript)/gi,
    (_, before: string, s: string, after: string) => `${before}${s === 's' ? '\\u0073' : '\\u0053'}${after}`,
  )
}

/** Escapes CSS for the content of a style element: removes `</style` without a change of meaning in strings. */
export function escapeStyle(css: string): string {
  return css.replace(
    /(<\/?)(s)(tyle)/gi,
    (_, before: string, s: string, after: string) => `${before}${s === 's' ? '\\73 ' : '\\53 '}${after}`,
  )
}
