/**
 * Characters that are invisible or that reorder others: one table for everything that a user reads before a decision, and
 * for text that must stay on one line (logs, terminals).
 */

/**
 * Control and format characters (including bidirectional ones), characters that fonts draw as nothing (tags, variation
 * selectors, fillers), private and unassigned ones, lone surrogates, and spaces that look like the ASCII space.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/**
 * Returns the string with every hidden character escaped as `\uXXXX`, which JSON parses back to the same string. Characters
 * in `allowed`, such as line feeds, are not escaped.
 */
export function escapeHidden(text: string, allowed = ''): string {
  return text.replace(HIDDEN, (character) => (allowed.includes(character) ? character : escapeCharacter(character)))
}

/** A piece of a string: literal, or the escape of a hidden character. */
export interface Piece {
  readonly text: string
  readonly escaped: boolean
}

/** Limit of pieces, because each becomes an element: thousands of them in one line would block the page. */
const PIECES_MAX = 1_000

/**
 * Splits a string into pieces, so that a page can distinguish an escape from a literal backslash. Behind too many of them, the
 * rest is one piece with escapes.
 */
export function visiblePieces(text: string, allowed = ''): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (allowed.includes(character)) continue
    if (pieces.length >= PIECES_MAX) return [...pieces, { text: escapeHidden(text.slice(end), allowed), escaped: true }]
    if (index > end) pieces.push({ text: text.slice(end, index), escaped: false })
    pieces.push({ text: escapeCharacter(character), escaped: true })
    end = index + character.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), escaped: false })
  return pieces
}

/** `\u202e`; `\ud83d\ude00` for a character beyond the first plane, because `\u` in JSON means UTF-16 units. */
function escapeCharacter(character: string): string {
  let escaped = ''
  for (let index = 0; index < character.length; index += 1)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  return escaped
}

/** Invisible characters, except format characters that are drawn (signs of Arabic, Syriac and Kaithi numbers). */
const UNSEEN =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\n\r\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** These join or present the preceding character. A single one after a character that isn't ASCII belongs to the script. */
const JOINING = new Set(['\u200c', '\u200d', '\ufe0e', '\ufe0f'])
const PLAIN = /^[\n\r\t -~]*$/
const JOINED = /[^\p{ASCII}\p{Cc}\p{Cf}\p{Zs}\p{Default_Ignorable_Code_Point}]$/u

/** Returns the string as a user sees it: without characters that only a model would read. */
export function withoutHidden(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(UNSEEN, (character, index: number) =>
    JOINING.has(character) && JOINED.test(text.slice(Math.max(0, index - 2), index)) ? character : '',
  )
}
