/** Collects the pieces of a body. */

/** A smaller piece is copied into a block together with its neighbors. */
const SMALL_BYTES = 4_096
const BLOCK_BYTES = 16_384

/**
 * Collects the bytes of a body. The sender chooses the size of the pieces, and a piece of one byte takes hundreds of bytes of
 * memory as an object of its own. Collected bytes take about as much memory as they are long.
 */
export class ByteCollector {
  readonly #pieces: Uint8Array[] = []
  #block: Uint8Array | undefined
  #used = 0
  #size = 0

  /** The piece must not change afterwards. */
  add(piece: Uint8Array): void {
    this.#size += piece.byteLength
    if (piece.byteLength >= SMALL_BYTES) {
      this.#flush()
      this.#pieces.push(piece)
      return
    }
    this.#block ??= new Uint8Array(BLOCK_BYTES)
    if (this.#used + piece.byteLength > BLOCK_BYTES) this.#flush()
    this.#block.set(piece, this.#used)
    this.#used += piece.byteLength
  }

  /** Returns all bytes in one array. */
  join(): Uint8Array {
    this.#flush()
    const [only] = this.#pieces
    if (only !== undefined && this.#pieces.length === 1) return only
    const bytes = new Uint8Array(this.#size)
    let at = 0
    for (const piece of this.#pieces) {
      bytes.set(piece, at)
      at += piece.byteLength
    }
    return bytes
  }

  /** Removes all bytes. */
  clear(): void {
    this.#pieces.length = 0
    this.#block = undefined
    this.#used = 0
    this.#size = 0
  }

  #flush(): void {
    if (this.#block === undefined || this.#used === 0) return
    this.#pieces.push(this.#block.slice(0, this.#used))
    this.#used = 0
  }
}
