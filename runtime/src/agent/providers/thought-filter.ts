/** Removes the reasoning that some servers send between `<think>` tags at the start of the text. */

const OPENING = '<think>'
const CLOSING = '</think>'

export class ThoughtFilter {
  #state: 'start' | 'thinking' | 'gap' | 'reply' = 'start'
  /** Text that may belong to a tag. */
  #pending = ''

  /** Returns the part of a piece of text that isn't reasoning. */
  read(piece: string): string {
    if (this.#state === 'reply') return piece
    this.#pending += piece
    if (this.#state === 'start') {
      const text = this.#pending.trimStart()
      if (OPENING.startsWith(text)) return ''
      if (!text.startsWith(OPENING)) return this.#beginReply(this.#pending)
      this.#state = 'thinking'
    }
    if (this.#state === 'thinking') {
      const end = this.#pending.indexOf(CLOSING)
      if (end === -1) return ''
      this.#state = 'gap'
      this.#pending = this.#pending.slice(end + CLOSING.length)
    }
    const text = this.#pending.trimStart()
    return text === '' ? '' : this.#beginReply(text)
  }

  /** Returns the rest of a text that has ended: a start that turned out to be no tag. */
  end(): string {
    return this.#state === 'start' ? this.#beginReply(this.#pending) : ''
  }

  #beginReply(text: string): string {
    this.#state = 'reply'
    this.#pending = ''
    return text
  }
}
