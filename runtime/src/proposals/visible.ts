/** Text on which a person decides: every character that cannot be seen, or that moves others, is shown as its number. */
import { escapeHidden, type Piece, visiblePieces } from '#contract/hidden-text.ts'

/** JSON in which nothing hides: what is read is what runs. It is still the same JSON. */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeHidden(JSON.stringify(value, undefined, indent) ?? 'null', '\n')
}

/** A text in pieces; line feeds are for the caller to judge. */
export function splitPieces(text: string): readonly Piece[] {
  return visiblePieces(text, '\n')
}

/** The first `length` code units of a text; a character is not cut in two. */
export function takeFirst(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
