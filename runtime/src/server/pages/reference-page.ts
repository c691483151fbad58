/** The page at `GET /_fw/openapi`, whose script shows the OpenAPI document. */
import { OPENAPI_PATH } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import { strictPolicy } from '#page/csp.ts'
import { escapeHtml } from '#wire/html.ts'
import { DEFAULT_HEADERS } from '../http/reply.ts'

interface ReferencePage {
  /** Name of the app. */
  readonly title: string
  /** URL of a module that shows the document in the element with the id `reference`. */
  readonly script: string
  /** URL of an icon. */
  readonly favicon: string
  readonly nonce: string
}

/** Sources of everything but scripts and styles. Nothing is requested from other hosts, not even images in descriptions. */
const SOURCES = "connect-src 'self'; img-src 'self' data:; font-src 'self' data:; form-action 'none'"

/** Returns the page with a policy of its own, also in an app without `csp`. */
export function renderReference(page: ReferencePage): FwReply {
  const { nonce } = page
  const policy = `default-src 'none'; ${strictPolicy(nonce)}; style-src 'nonce-${nonce}'; ${SOURCES}; frame-ancestors 'self'`
  const headers = {
    ...DEFAULT_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-fw-nonce': nonce,
    'x-robots-tag': 'noindex',
  }
  return { status: 200, headers, body: printPage(page) }
}

/**
 * The `meta` element is where scripts find the nonce for the styles that they add. The labels of Redoc are English, whatever
 * the language of the app.
 */
function printPage({ title, script, favicon, nonce }: ReferencePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="${nonce}">
<link rel="icon" href="${escapeHtml(favicon)}">
<title>API: ${escapeHtml(title)}</title>
<style nonce="${nonce}">body { margin: 0 }</style>
</head>
<body>
<div id="reference"></div>
<noscript><a href="${OPENAPI_PATH}">OpenAPI</a></noscript>
<script type="module" nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`
}
