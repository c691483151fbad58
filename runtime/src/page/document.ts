/** The document shell around rendered HTML. */
import { escapeHtml } from '#wire/html.ts'

/** The parts of a page's document. Strings of HTML are written unchanged: escape untrusted content. */
export interface DocumentOptions {
  /** Rendered HTML of the body. */
  readonly html: string
  /** Rendered head nodes. */
  readonly head?: string
  /** Default `en`. */
  readonly lang?: string
  /** Text direction, in an international app. Default: no `dir` attribute. */
  readonly dir?: 'ltr' | 'rtl'
  /** Language whose URLs don't contain it, in an international app. Default: the URLs of every language contain it. */
  readonly unprefixedLocale?: string
  /** Name of the build: `data-fw` of the document element. */
  readonly build?: string
  /** Root-relative URL of the icon. */
  readonly favicon?: string
  /** URLs of `woff2` fonts to preload. */
  readonly preloadFonts?: readonly string[]
  /** URLs of stylesheets, in order. */
  readonly stylesheets?: readonly string[]
  /** Content of a stylesheet to inline. */
  readonly styleText?: string
  /** URLs of modules to preload. */
  readonly preload?: readonly string[]
  /** URLs of module scripts; none means a document without script. */
  readonly scripts?: readonly string[]
  /** Rendered HTML between the head nodes and the end of the head: inline styles and scripts. */
  readonly headEnd?: string
  /** Rendered HTML after the body's: data and inline scripts. */
  readonly bodyEnd?: string
  /** Added to every script that the shell writes, and to the inline stylesheet. */
  readonly nonce?: string
}

/** Wraps rendered HTML in the document shell. Escapes everything except the given HTML. */
export function htmlDocument(options: DocumentOptions): string {
  const nonce = writeNonce(options.nonce)
  const build = options.build === undefined ? '' : ` data-fw="${escapeHtml(options.build)}"`
  // `data-i18n` marks that URLs contain the language, except the language that it names.
  const unprefixed = options.unprefixedLocale === undefined ? '' : `="${escapeHtml(options.unprefixedLocale)}"`
  const dir = options.dir === undefined ? '' : ` dir="${options.dir}" data-i18n${unprefixed}`
  const favicon = options.favicon === undefined ? '' : `<link rel="icon" href="${escapeHtml(options.favicon)}">`
  const fonts = each(
    options.preloadFonts,
    (url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`,
  )
  const stylesheets = each(options.stylesheets, (url) => `<link rel="stylesheet" href="${url}">`)
  const styles = options.styleText === undefined ? '' : writeStyleElement(options.styleText, nonce)
  const preload = each(options.preload, (url) => `<link rel="modulepreload"${nonce} href="${url}">`)
  const scripts = each(options.scripts, (url) => `<script type="module"${nonce} src="${url}"></script>`)
  return (
    `<!DOCTYPE html><html lang="${escapeHtml(options.lang ?? 'en')}"${dir}${build}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${options.head ?? ''}${favicon}${fonts}${stylesheets}${styles}${preload}${scripts}${options.headEnd ?? ''}</head>` +
    `<body>${options.html}${options.bodyEnd ?? ''}${DOCUMENT_END}`
  )
}

/** The end of every document. */
export const DOCUMENT_END = '</body></html>'

/**
 * Writes the inline stylesheet. The browser's runtime preserves the element with this id, because navigation
 * responses come without it.
 */
function writeStyleElement(text: string, nonce: string): string {
  return `<style id="fw-styles"${nonce}>${text.replace(/<\/(?=style)/gi, '<\\/')}</style>`
}

/** Returns ` nonce="…"`, or an empty string. */
export function writeNonce(nonce: string | undefined): string {
  return nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`
}

function each(urls: readonly string[] | undefined, print: (url: string) => string): string {
  return (urls ?? []).map((url) => print(escapeHtml(url))).join('')
}
