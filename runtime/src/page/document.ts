/** The document shell around rendered HTML. */
import { escapeHtml } from '#wire/html.ts'

/** The parts of a page's document. Strings of HTML are written as they are: escape what comes from elsewhere. */
export interface DocumentOptions {
  /** Rendered HTML of the body. */
  readonly html: string
  /** Rendered head nodes. */
  readonly head?: string
  /** Default `en`. */
  readonly lang?: string
  /** Direction of its text, in an international app. Default: none is said. */
  readonly dir?: 'ltr' | 'rtl'
  /** Name of the build: `data-fw` of the document element. */
  readonly build?: string
  /** Root-relative URL of the icon. */
  readonly favicon?: string
  /** URLs of `woff2` fonts to preload. */
  readonly preloadFonts?: readonly string[]
  /** URLs of stylesheets, in order. */
  readonly stylesheets?: readonly string[]
  /** Text of a stylesheet that the document holds itself. */
  readonly styleText?: string
  /** URLs of modules to preload. */
  readonly preload?: readonly string[]
  /** URLs of module scripts; none means a document without script. */
  readonly scripts?: readonly string[]
  /** Rendered HTML between the head nodes and the end of the head: inline styles and scripts. */
  readonly headEnd?: string
  /** Rendered HTML after the body's: data and inline scripts. */
  readonly bodyEnd?: string
  /** Stamped on every script that the shell writes, and on the stylesheet that it holds. */
  readonly nonce?: string
}

/** Wraps rendered HTML in the document shell (spec: Low-level server exports). Escapes all but the HTML it is given. */
export function htmlDocument(options: DocumentOptions): string {
  const nonce = nonceAttribute(options.nonce)
  const build = options.build === undefined ? '' : ` data-fw="${escapeHtml(options.build)}"`
  // `data-i18n`: the language is part of addresses.
  const dir = options.dir === undefined ? '' : ` dir="${options.dir}" data-i18n`
  const favicon = options.favicon === undefined ? '' : `<link rel="icon" href="${escapeHtml(options.favicon)}">`
  const fonts = each(
    options.preloadFonts,
    (url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`,
  )
  const stylesheets = each(options.stylesheets, (url) => `<link rel="stylesheet" href="${url}">`)
  const styles = options.styleText === undefined ? '' : styleElement(options.styleText, nonce)
  const preload = each(options.preload, (url) => `<link rel="modulepreload"${nonce} href="${url}">`)
  const scripts = each(options.scripts, (url) => `<script type="module"${nonce} src="${url}"></script>`)
  return (
    `<!DOCTYPE html><html lang="${escapeHtml(options.lang ?? 'en')}"${dir}${build}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${options.head ?? ''}${favicon}${fonts}${stylesheets}${styles}${preload}${scripts}${options.headEnd ?? ''}</head>` +
    `<body>${options.html}${options.bodyEnd ?? ''}${DOCUMENT_END}`
  )
}

/** How every document ends. */
export const DOCUMENT_END = '</body></html>'

/** Its id tells the browser's runtime to keep it: navigations come without it. */
function styleElement(text: string, nonce: string): string {
  return `<style id="fw-styles"${nonce}>${text.replace(/<\/(?=style)/gi, '<\\/')}</style>`
}

/** ` nonce="…"`, or nothing. */
export function nonceAttribute(nonce: string | undefined): string {
  return nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`
}

function each(urls: readonly string[] | undefined, print: (url: string) => string): string {
  return (urls ?? []).map((url) => print(escapeHtml(url))).join('')
}
