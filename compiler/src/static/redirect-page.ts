/** Renders a redirect as a page, for hosts that serve only files. */
import { escapeHtml } from '@fw/runtime/tooling'

/** Renders the page. `target` is a root-relative path or an http(s) URL; `siteUrl` makes the canonical URL absolute. */
export function renderRedirectPage(target: string, lang: string, siteUrl: string | undefined): string {
  const href = escapeHtml(target)
  const canonical = siteUrl === undefined ? target : new URL(target, siteUrl).href
  return (
    `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>Moved</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=${href}">` +
    `<link rel="canonical" href="${escapeHtml(canonical)}"></head>` +
    `<body><p>This page has moved to <a href="${href}">${href}</a>.</p></body></html>`
  )
}
