/** The content security policy of a page that no server sends: in the document, with the hashes of its inline scripts. */
import { createHash } from 'node:crypto'
import { findScripts } from './html-scripts.ts'

const CHARSET = '<meta charset="utf-8">'

/**
 * Writes the policy in front of everything that it is for. Scripts of the site itself run, those that the document names
 * elsewhere, and its inline ones; no others.
 */
export function withPolicy(html: string): string {
  const { inline, sources } = findScripts(html)
  const allowed = new Set(["'self'"])
  for (const text of inline) allowed.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  for (const src of sources) {
    const foreign = foreignUrl(src)
    if (foreign !== undefined) allowed.add(foreign)
  }
  const policy = `script-src ${[...allowed].join(' ')}; object-src 'none'; base-uri 'none'`
  const at = html.indexOf(CHARSET)
  if (at === -1) throw new Error('The document has no <meta charset="utf-8"> to write the policy behind.')
  const after = at + CHARSET.length
  return `${html.slice(0, after)}<meta http-equiv="content-security-policy" content="${policy}">${html.slice(after)}`
}

/** Without what would end a source of a policy. */
function foreignUrl(src: string): string | undefined {
  if (!/^(?:https?:)?\/\//i.test(src)) return undefined
  const { origin, pathname } = new URL(src, 'https://relative.invalid')
  return (origin + pathname).replace(/[;,'"\s]/g, encodeURIComponent)
}
