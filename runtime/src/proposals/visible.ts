/** Text on which a person decides: every character that cannot be seen, or that moves others, is shown as its number. */

/**
 * Control and format characters (among them the bidirectional ones), what fonts draw as nothing (tags, variation
 * selectors, fillers), private ones, and spaces that only look like the space. Line feeds are for the caller to judge.
 */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** `\u202e` for a character that would not be seen; `\ud83d\ude00` for one beyond the first plane. */
function escapeCharacter(character: string): string {
  let text = ''
  for (let index = 0; index < character.length; index += 1)
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  return text
}

/** JSON in which nothing hides: what is read is what runs. It is still the same JSON. */
export function visibleJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, undefined, indent) ?? 'null').replace(INVISIBLE, escapeCharacter)
}

/** A piece of a text: as it is, or the number of a character that would not be seen. */
export interface Piece {
  readonly text: string
  readonly escaped: boolean
}

/** A text in pieces, so that a page can set apart what is an escape and what was written with a backslash. */
export function visiblePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (index > end) pieces.push({ text: text.slice(end, index), escaped: false })
    pieces.push({ text: escapeCharacter(character), escaped: true })
    end = index + character.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), escaped: false })
  return pieces
}

/** The first `length` code units of a text; a character is not cut in two. */
export function firstOf(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
