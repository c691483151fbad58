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

/**
 * JSON for the inside of a script element: `</script>` and `<!--` cannot end or hide it, and U+2028 and U+2029 are no
 * line ends in older JavaScript parsers. The result is still JSON.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
