/**
 * Text on which a user decides. Every character that is invisible, or that moves other characters, is shown as its
 * code.
 */
import { escapeHidden, type Piece, visiblePieces } from '#contract/agent/hidden-text.ts'

/**
 * Returns JSON without invisible characters, so that the user reads exactly the value that runs. It is still the same
 * JSON.
 */
export function escapeJson(json: string): string {
  return escapeHidden(json, '\n')
}

/** Splits a text into visible and escaped pieces. Line feeds are left for the caller to handle. */
export function splitPieces(text: string): readonly Piece[] {
  return visiblePieces(text, '\n')
}
