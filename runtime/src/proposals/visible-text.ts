/**
 * Text on which a user decides. Every character that is invisible, or that moves other characters, is shown as its
 * code.
 */
import { escapeHidden, type Piece, visiblePieces } from '#contract/agent/hidden-text.ts'

/**
 * Returns JSON without invisible characters, so that the user reads exactly the value that runs. It is still the same
 * JSON.
 */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeHidden(JSON.stringify(value, undefined, indent) ?? 'null', '\n')
}

/** Splits a text into visible and escaped pieces. Line feeds are left for the caller to handle. */
export function splitPieces(text: string): readonly Piece[] {
  return visiblePieces(text, '\n')
}

/** Returns the first `length` code units of a text without splitting a character. */
export function takeFirst(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
