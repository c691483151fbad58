/** Markdown as blocks: HTML to set as it is, and code, which gets a frame and a button. */
import { Marked } from 'marked'

export type ContentBlock =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }

const marked = new Marked({
  renderer: {
    // A page has one h1, and that is its title.
    heading({ depth, tokens }) {
      const level = Math.max(2, depth)
      const html = this.parser.parseInline(tokens)
      const id = html
        .toLowerCase()
        .replace(/<[^>]+>|&\w+;/g, '')
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '')
      return `<h${level} id="${id}">${html}</h${level}>\n`
    },
  },
})

/** The author writes it: HTML in it stays. */
export function renderMarkdown(text: string): readonly ContentBlock[] {
  const blocks: ContentBlock[] = []
  for (const token of marked.lexer(text)) {
    if (token.type === 'space') continue
    if (token.type === 'code') {
      blocks.push({ kind: 'code', language: String(token.lang ?? ''), text: String(token.text) })
      continue
    }
    const html = marked.parser([token])
    const last = blocks.at(-1)
    if (last?.kind === 'html') blocks[blocks.length - 1] = { kind: 'html', html: last.html + html }
    else blocks.push({ kind: 'html', html })
  }
  return blocks
}
