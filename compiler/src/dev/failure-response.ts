/**
 * Dev's response while the app can't be loaded: the reason, as a page for browsers and as an error envelope for API
 * clients.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sourceDiagnostics } from '../build/source-failure.ts'
import { printDiagnostics } from '../diagnostic/print.ts'
import { type DevDocument, withDevScripts } from './dev-scripts.ts'

/**
 * Responds with status 500 and the reason. The page contains Vite's client, so that it reloads by itself once the
 * source is fixed. `seq` and `edits`: see `DevDocument`.
 */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { root, seq = 0, edits = 0 }: Partial<Pick<DevDocument, 'edits' | 'seq'>> & { readonly root: string },
): void {
  const reason = failureText(error, root)
  const asHtml = takesHtml(request)
  const type = asHtml ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  const body = asHtml
    ? withDevScripts(failurePage('The app cannot be loaded', reason), { seq, edits })
    : JSON.stringify({ ok: false, error: `Error: ${reason}`, code: 'internal' })
  response.writeHead(500, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
}

/**
 * Returns whether a browser displays the response as a page. Client-side navigation falls back to a full page load if
 * it fails.
 */
export function takesHtml({ headers, method }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && headers['x-fw-navigation'] === undefined
}

/** Returns message, position and code frame of an error of Vite or of the app, with paths relative to the app. */
export function failureText(error: unknown, root: string): string {
  const diagnostics = sourceDiagnostics(error, root)
  if (diagnostics.length > 0) return printDiagnostics(diagnostics, 'pretty').trimEnd()
  if (!(error instanceof Error)) return String(error)
  const { id, loc, frame } = error as Error & { id?: string; loc?: { line: number; column: number }; frame?: string } // fields of Vite's and Rolldown's errors
  const place = id === undefined ? '' : `\n${id}${loc === undefined ? '' : `:${loc.line}:${loc.column}`}`
  const text = `${error.message}${error.message.includes(place.trim()) ? '' : place}${frame ? `\n\n${frame}` : ''}`
  return text.replaceAll(`${root}/`, '')
}

/** Renders a document with the reason, for browsers without scripts. */
export function failurePage(title: string, reason: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(title)}</title>
<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:60rem;padding:0 1rem;color-scheme:light dark}pre{overflow:auto;padding:1rem;border:1px solid;border-radius:.5rem;white-space:pre-wrap}</style></head>
<body><main><h1>${escapeText(title)}</h1><pre>${escapeText(reason)}</pre></main></body></html>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
