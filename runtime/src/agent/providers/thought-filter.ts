/** Separates the reasoning that some servers send between `<think>` tags at the start of the text. */

const OPENING = '<think>'
const CLOSING = '</think>'

export class ThoughtFilter {
  #state: 'start' | 'thinking' | 'gap' | 'reply' = 'start'
  /** Text that may belong to a tag. */
  #pending = ''
  #thought = ''

  /** Returns the part of a piece of text that isn't reasoning. */
  read(piece: string): string {
    if (this.#state === 'reply') return piece
    this.#pending += piece
    if (this.#state === 'start') {
      const text = this.#pending.trimStart()
      if (OPENING.startsWith(text)) return ''
      if (!text.startsWith(OPENING)) return this.#beginReply(this.#pending)
      this.#state = 'thinking'
      this.#pending = text.slice(OPENING.length)
    }
    if (this.#state === 'thinking') {
      const end = this.#pending.indexOf(CLOSING)
      this.#think(end === -1 ? this.#pending.length - countTagStart(this.#pending) : end)
      if (end === -1) return ''
      this.#state = 'gap'
      this.#pending = this.#pending.slice(CLOSING.length)
    }
    const text = this.#pending.trimStart()
    return text === '' ? '' : this.#beginReply(text)
  }

  /** Returns the reasoning since the last call. */
  takeThought(): string {
    const thought = this.#thought
    this.#thought = ''
    return thought
  }

  /** Returns the rest of a text that has ended: a start that turned out to be no tag. */
  end(): string {
    return this.#state === 'start' ? this.#beginReply(this.#pending) : ''
  }

  #think(length: number): void {
    this.#thought += this.#pending.slice(0, length)
    this.#pending = this.#pending.slice(length)
  }

  #beginReply(text: string): string {
    this.#state = 'reply'
    this.#pending = ''
    return text
  }
}

/** Returns the number of characters at the end that may begin the closing tag. */
function countTagStart(text: string): number {
  for (let length = CLOSING.length - 1; length > 0; length--) if (text.endsWith(CLOSING.slice(0, length))) return length
  return 0
}
