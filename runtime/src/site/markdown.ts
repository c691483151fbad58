/** A page as Markdown, from its HTML. */
import { unescapeHtml } from '#wire/html.ts'

/** What a reader of the text has no use for. */
const LEFT_OUT = ['nav', 'footer', 'script', 'style', 'template', 'noscript', 'svg', '[hidden]', '[aria-hidden="true"]']

/**
 * The main content of a whole document, or of its body where it has no `<main>`. The document's title is the heading where
 * the content has none. Addresses stay as they are written.
 */
export async function toMarkdown(html: string): Promise<string> {
  const { htmlToMarkdown } = await import('@mdream/js')
  const markdown = htmlToMarkdown(contentOf(html), {
    plugins: { filter: { exclude: LEFT_OUT } },
    clean: { emptyImages: true, blankLines: true },
  }).trim()
  if (/^# /m.test(withoutCode(markdown))) return `${markdown}\n`
  const title = titleOf(html)
  return title === undefined ? `${markdown}\n` : `# ${title}\n\n${markdown}`.trimEnd().concat('\n')
}

function contentOf(html: string): string {
  const start = html.search(/<main[\s>]/i)
  const end = html.lastIndexOf('</main>')
  if (start !== -1 && end > start) return html.slice(start, end + '</main>'.length)
  const body = html.search(/<body[\s>]/i)
  return body === -1 ? html : html.slice(body)
}

function titleOf(html: string): string | undefined {
  const [, title] = /<title[^>]*>([^<]*)<\/title>/i.exec(html) ?? []
  const text = title === undefined ? '' : unescapeHtml(title).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** A `#` in a code block is no heading. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,}).*?^\1/gms, '')
}
