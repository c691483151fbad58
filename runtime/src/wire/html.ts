/** The one HTML escaper and the one way to put data into a script element. */

const UNSAFE = /[&<>"']/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for element content and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return UNSAFE.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text
}

/** The text that `escapeHtml` made this of. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
}

const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
)

/**
 * JSON for the inside of a script element: `</script>` and `<!--` cannot end or hide it, and U+2028 and U+2029 are no
 * line ends in older JavaScript parsers. The result is still JSON.
 */
export function scriptJson(value: unknown): string {
  return escapeScriptJson(JSON.stringify(value))
}

/** The same for what is JSON text already: these characters stand in its strings only. */
export function escapeScriptJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** JavaScript for the inside of a script element: no `<script` or `</script`; in strings and regular expressions it means the same. */
export function escapeScript(code: string): string {
  return code.replace(
    /(<\/?)(s)(cript)/gi,
    (_, before: string, s: string, after: string) => `${before}${s === 's' ? '\\u0073' : '\\u0053'}${after}`,
  )
}

/** CSS for the inside of a style element: no `</style`; in strings it means the same. */
export function escapeStyle(css: string): string {
  return css.replace(
    /(<\/?)(s)(tyle)/gi,
    (_, before: string, s: string, after: string) => `${before}${s === 's' ? '\\73 ' : '\\53 '}${after}`,
  )
}
