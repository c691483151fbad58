/** The content security policy of a page without a server: in the document, with the hashes of its inline scripts. */
import { createHash } from 'node:crypto'
import { findScripts } from './html-scripts.ts'

const CHARSET = '<meta charset="utf-8">'

/** Directives that a policy in a document doesn't support (CSP 3, "the meta element"). */
const HEADER_ONLY = /(?:^|;)\s*(?:frame-ancestors|report-uri|report-to|sandbox)\b[^;]*/gi

/**
 * Inserts the policy at the beginning of `<head>`, because it applies only to what follows it. It allows scripts of the
 * site itself, and the document's external and inline scripts with the nonce; no others. `more` contains the app's own
 * directives, in which hashes of the inline styles with the nonce replace the nonce. The nonce is removed.
 */
export function withPolicy(rendered: string, nonce: string, more = ''): string {
  const { inline, sources, styles } = findScripts(rendered, nonce)
  const html = rendered.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '')
  const allowed = new Set(["'self'", ...inline.map(hashText)])
  for (const src of sources) {
    const foreign = foreignUrl(src)
    if (foreign !== undefined) allowed.add(foreign)
  }
  const own = more.replace(HEADER_ONLY, '').replaceAll("'nonce-{nonce}'", [...new Set(styles.map(hashText))].join(' '))
  const strict = `script-src ${[...allowed].join(' ')}; object-src 'none'; base-uri 'none'`
  const policy = own.trim() === '' ? strict : `${strict}; ${own.trim().replaceAll('"', '&quot;')}`
  const at = html.indexOf(CHARSET)
  if (at === -1) throw new Error('The document has no <meta charset="utf-8"> to insert the policy after.')
  const after = at + CHARSET.length
  return `${html.slice(0, after)}<meta http-equiv="content-security-policy" content="${policy}">${html.slice(after)}`
}

function hashText(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Returns `undefined` for URLs with characters that would end a source of the policy. */
function foreignUrl(src: string): string | undefined {
  if (!/^(?:https?:)?\/\//i.test(src)) return undefined
  const { origin, pathname } = new URL(src, 'https://relative.invalid')
  return (origin + pathname).replace(/[;,'"\s]/g, encodeURIComponent)
}
