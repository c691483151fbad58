/** Markdown to HTML and to plain text. The authors of the site write it, so HTML in it isn't changed. */
import { Marked } from 'marked'

export interface RenderedMarkdown {
  readonly html: string
  /** The words of the article, for the search. */
  readonly text: string
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/**
 * Renders the body of an article.
 *
 * @param toUrl Returns the URL of a link to another article, such as `line-length.md`.
 */
export function renderMarkdown(body: string, toUrl: (file: string) => string): RenderedMarkdown {
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'link' && /^[^:/?#]+\.md(?:#|$)/.test(token.href)) token.href = toUrl(token.href)
    },
    renderer: {
      // The page has one h1, its title.
      heading({ depth, tokens }) {
        const level = Math.max(2, depth)
        const html = this.parser.parseInline(tokens)
        return `<h${level} id="${toId(toText(html))}">${html}</h${level}>\n`
      },
      // Wide code scrolls, so the keyboard must reach it.
      code({ text, lang = '' }) {
        const language = lang === '' ? '' : ` class="language-${escapeHtml(lang)}"`
        return `<pre tabindex="0"><code${language}>${escapeHtml(text)}</code></pre>\n`
      },
    },
  })
  const html = marked.parse(body, { async: false })
  return { html, text: toText(html) }
}

function toText(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

function toId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
