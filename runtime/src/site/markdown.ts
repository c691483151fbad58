/** Converts the HTML of a page to Markdown. */
import { unescapeHtml } from '#wire/html.ts'

/** Elements that aren't content. */
const LEFT_OUT = ['nav', 'footer', 'script', 'style', 'template', 'noscript', 'svg', '[hidden]', '[aria-hidden="true"]']
/** Interactive elements, which work only in the page. Agents find the tools in llms.txt or the manifest. */
const CONTROLS = ['button', 'input', 'select', 'textarea', 'datalist', 'label', 'legend', 'dialog', '[role="button"]']

type Converter = typeof import('./mdream.package.ts')['htmlToMarkdown']
let converter: Converter | undefined

/**
 * Converts the main content of a document, or its body if it has no `<main>`: text, links and images. Controls (buttons,
 * fields, their labels, dialogs) are omitted, also in islands; a button that contains a heading's text is replaced by the
 * text. A space separates inline elements that touch. If the content has no top-level heading, the document's title is used. URLs aren't changed.
 */
export async function toMarkdown(html: string): Promise<string> {
  converter ??= (await import('./mdream.package.ts')).htmlToMarkdown
  const markdown = converter(withGaps(withPlainHeadings(findContent(html))), {
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

/** Removes buttons in headings: the headings of collapsible sections contain their text in a button. */
function withPlainHeadings(html: string): string {
  if (!html.includes('<button')) return html
  // Tag by tag: an attribute may contain text that looks like the start of a heading, and a regular expression would search the
  // end of each up to the end of the text.
  let heading: string | undefined
  return html.replace(/<(\/?)(h[1-6]|button)(?=[\s>])[^>]*>/gi, (tag, end: string, name: string) => {
    const lower = name.toLowerCase()
    if (lower === 'button') return heading === undefined ? tag : ''
    if (end === '') heading ??= lower
    else if (heading === lower) heading = undefined
    return tag
  })
}

const INLINE = new Set('a abbr b cite data em i mark small span strong time'.split(' '))

/** Separates inline elements that touch: on the page, CSS keeps them apart. In code every character counts. */
function withGaps(html: string): string {
  let closedAt = -1
  let code: string | undefined
  return html.replace(/<(\/?)([a-z][a-z\d]*)(?=[\s/>])[^<>]*>|<!--[^<>]*-->/gi, (tag, end, name, at: number) => {
    const touches = closedAt === at
    if (name === undefined) {
      if (touches) closedAt += tag.length
      return tag
    }
    const lower = String(name).toLowerCase()
    if (code === undefined && end === '' && (lower === 'pre' || lower === 'code')) code = lower
    else if (code === lower && end !== '') code = undefined
    const isInline = code === undefined && INLINE.has(lower)
    if (isInline && end !== '') closedAt = at + tag.length
    return isInline && end === '' && touches ? ` ${tag}` : tag
  })
}

function findTitle(html: string): string | undefined {
  const [, title] = /<title(?:\s[^<>]*)?>([^<]*)<\/title>/i.exec(html) ?? []
  const text = title === undefined ? '' : unescapeHtml(title).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** Removes code blocks, where a `#` isn't a heading. */
function withoutCode(markdown: string): string {
  const lines: string[] = []
  let fence: string | undefined
  // Line by line, because a regular expression would search for the end of each fence up to the end of the text.
  for (const line of markdown.split('\n')) {
    if (fence === undefined) fence = /^`{3,}/.exec(line)?.[0]
    else if (line.startsWith(fence)) fence = undefined
    else continue
    if (fence === undefined) lines.push(line)
  }
  return lines.join('\n')
}
