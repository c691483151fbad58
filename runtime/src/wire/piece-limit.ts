/** Limits the number of pieces in which a body arrives, on every host. */
import { FwError } from '#contract/http/error.ts'

/** Small pieces that every body may have, so that a slow client can send each character when it is typed. */
const FREE_PIECES = 8_192
/** Least average size of further pieces in bytes. Reading a piece costs as much as reading kilobytes. */
const BYTES_PER_PIECE = 32

/**
 * Counts the pieces of one body. The sender chooses their size, and a body in pieces of one byte takes more than a hundred
 * times the time of the same body in large ones.
 */
export class PieceLimit {
  #left = FREE_PIECES * BYTES_PER_PIECE

  /** Throws `invalid_request` for a piece that is one too many. */
  count({ byteLength }: Uint8Array): void {
    this.#left += byteLength - BYTES_PER_PIECE
    if (this.#left < 0)
      throw new FwError('invalid_request', { message: 'The body was sent in too many small pieces. Send larger ones.' })
  }
}
