/** A page as Markdown, from its HTML. */
import { unescapeHtml } from '#wire/html.ts'

/** What a reader of the text has no use for. */
const LEFT_OUT = ['nav', 'footer', 'script', 'style', 'template', 'noscript', 'svg', '[hidden]', '[aria-hidden="true"]']
/** What can only be used in the page. Who wants to act reads the tools in llms.txt or the manifest. */
const CONTROLS = ['button', 'input', 'select', 'textarea', 'datalist', 'label', 'legend', 'dialog', '[role="button"]']

type Converter = typeof import('@mdream/js')['htmlToMarkdown']
let converter: Converter | undefined

/**
 * The main content of a whole document, or of its body where it has no `<main>`: its text, links and pictures. Controls
 * (buttons, fields, their labels, dialogs) are left out, islands' too; a button that is a heading's text is that heading.
 * The document's title is the heading where the content has none. Addresses stay as they are written.
 */
export async function toMarkdown(html: string): Promise<string> {
  converter ??= (await import('@mdream/js')).htmlToMarkdown
  const markdown = converter(withPlainHeadings(findContent(html)), {
    plugins: { filter: { exclude: [...LEFT_OUT, ...CONTROLS] } },
    clean: { emptyImages: true, blankLines: true },
  }).trim()
  if (/^# /m.test(withoutCode(markdown))) return `${markdown}\n`
  const title = findTitle(html)
  return title === undefined ? `${markdown}\n` : `# ${title}\n\n${markdown}`.trimEnd().concat('\n')
}

function findContent(html: string): string {
  const start = html.search(/<main[\s>]/i)
  const end = html.lastIndexOf('</main>')
  if (start !== -1 && end > start) return html.slice(start, end + '</main>'.length)
  const body = html.search(/<body[\s>]/i)
  return body === -1 ? html : html.slice(body)
}

/** Headings that open and close what is below them hold their text in a button. */
function withPlainHeadings(html: string): string {
  if (!html.includes('<button')) return html
  return html.replace(/<(h[1-6])(?=[\s>]).*?<\/\1>/gis, (heading) => heading.replace(/<\/?button(?=[\s>])[^>]*>/gi, ''))
}

function findTitle(html: string): string | undefined {
  const [, title] = /<title[^>]*>([^<]*)<\/title>/i.exec(html) ?? []
  const text = title === undefined ? '' : unescapeHtml(title).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** A `#` in a code block is no heading. */
function withoutCode(markdown: string): string {
  const kept: string[] = []
  let fence: string | undefined
  // Line by line: a regular expression would look for the end of each fence up to the end of the text.
  for (const line of markdown.split('\n')) {
    if (fence === undefined) fence = /^`{3,}/.exec(line)?.[0]
    else if (line.startsWith(fence)) fence = undefined
    else continue
    if (fence === undefined) kept.push(line)
  }
  return kept.join('\n')
}
