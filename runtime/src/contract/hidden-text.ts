/**
 * Characters that cannot be seen, or that move others: one table for everything that a person reads and decides on, and
 * for what must stay on its line (logs, terminals).
 */

/**
 * Control and format characters (among them the bidirectional ones), what fonts draw as nothing (tags, variation
 * selectors, fillers), private and unassigned ones, lone surrogates, and spaces that only look like the space.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/**
 * The text with every hidden character as `\uXXXX`, which JSON reads back as the same text. `kept`: those that the caller
 * wants as they are, as line feeds.
 */
export function escapeHidden(text: string, kept = ''): string {
  return text.replace(HIDDEN, (character) => (kept.includes(character) ? character : escapeCharacter(character)))
}

/** A piece of a text: as it is, or the number of a character that would not be seen. */
export interface Piece {
  readonly text: string
  readonly escaped: boolean
}

/** A text in pieces, so that a page can set apart what is an escape and what was written with a backslash. */
export function visiblePieces(text: string, kept = ''): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (kept.includes(character)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), escaped: false })
    pieces.push({ text: escapeCharacter(character), escaped: true })
    end = index + character.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), escaped: false })
  return pieces
}

/** `\u202e`; `\ud83d\ude00` for one beyond the first plane: UTF-16 units are what `\u` means in JSON. */
function escapeCharacter(character: string): string {
  let escaped = ''
  for (let index = 0; index < character.length; index += 1)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  return escaped
}

/** What nobody sees, but for format characters that are drawn (signs of Arabic, Syriac and Kaithi numbers). */
const UNSEEN =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\n\r\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** These join or present the character before them: once, and behind one that is no ASCII, they belong to a writing. */
const JOINING = new Set(['\u200c', '\u200d', '\ufe0e', '\ufe0f'])
const PLAIN = /^[\n\r\t -~]*$/
const JOINED = /[^\p{ASCII}\p{Cc}\p{Cf}\p{Zs}\p{Default_Ignorable_Code_Point}]$/u

/** The text as a person sees it: without what could say something to a model that nobody else reads. */
export function withoutHidden(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(UNSEEN, (character, index: number) =>
    JOINING.has(character) && JOINED.test(text.slice(Math.max(0, index - 2), index)) ? character : '',
  )
}
