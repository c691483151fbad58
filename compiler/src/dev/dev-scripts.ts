/**
 * Dev's additions to an app's HTML: Vite's client, so that pages reload on edits, and the error overlay. The pages
 * themselves may have no scripts.
 */
import type { ServerResponse } from 'node:http'

/** URL of the overlay's script: see dev-overlay.ts. */
export const OVERLAY_URL = '/@id/__x00__fw:dev/overlay'

/** Data about a document for the scripts in it. */
export interface DevDocument {
  /** Nonce of the response, if the app's policy requires one. */
  readonly nonce?: string | undefined
  readonly requestId?: string | undefined
  /**
   * Number of the last error so far. An earlier error belongs to the page only if it has the page's request id, or
   * concerns every page.
   */
  readonly seq: number
  /** Number of edits when rendering began. */
  readonly edits: number
}

interface DevHtmlOptions {
  /** Called when a document begins. */
  seq(): number
  /** See `DevDocument`. */
  readonly edits: number
  /** Returns a document that replaces a plain-text error response, or `undefined` to leave the response unchanged. */
  failurePage(response: ServerResponse): string | undefined
}

/** Returns the document with the scripts at the start of its head, or in front if it has no head. */
export function withDevScripts(html: string, page: DevDocument): string {
  const head = /<head(?:\s[^>]*)?>/i.exec(html)
  const tags = renderTags(page)
  if (head === null) return tags + html
  const end = head.index + head[0].length
  return html.slice(0, end) + tags + html.slice(end)
}

/** Only values that can't end an attribute are inserted: nonces are base64, request ids are words. */
function renderTags({ nonce, requestId = '', seq, edits }: DevDocument): string {
  const stamp = nonce !== undefined && /^[\w+/=-]+$/.test(nonce) ? ` nonce="${nonce}"` : ''
  const request = /^[\w.~:+/=@-]*$/.test(requestId) ? requestId : ''
  const scripts = ['/@vite/client', OVERLAY_URL].map((url) => `<script type="module"${stamp} src="${url}"></script>`)
  return `<meta name="fw-dev" content="${seq} ${edits} ${request}">${scripts.join('')}`
}

/**
 * Returns whether the document's policy blocks all scripts, as on the approval page: a browser reports each blocked
 * script.
 */
function forbidsScripts(response: ServerResponse): boolean {
  const directives = (headerText(response, 'content-security-policy') ?? '').split(';').map((text) => text.trim())
  const find = (name: string) => directives.find((text) => text.startsWith(`${name} `))
  const sources = find('script-src-elem') ?? find('script-src') ?? find('default-src')
  return sources?.endsWith(" 'none'") === true
}

/** Makes `response` add the scripts to the first piece of an HTML body. */
export function injectDevScripts(response: ServerResponse, { seq, edits, failurePage }: DevHtmlOptions): void {
  const { writeHead, write, end } = response
  let pending = true
  let failed: string | undefined
  const first = (chunk: unknown): unknown => {
    if (!pending || chunk === undefined || chunk === null || typeof chunk === 'function') return chunk
    pending = false
    if (!isHtml(response) || forbidsScripts(response)) return chunk
    const given = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8') // Node accepts these two kinds
    return withDevScripts(failed ?? given, {
      nonce: headerText(response, 'x-fw-nonce'),
      requestId: headerText(response, 'x-request-id'),
      seq: seq(),
      edits,
    })
  }
  // The three methods are overloaded; each passes its arguments on, with normalized headers and the changed first
  // chunk.
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const headers = rest.at(-1)
    const message = typeof rest[0] === 'string' ? rest[0] : undefined
    setHeaders(response, headers)
    if (status >= 500 && headerText(response, 'content-type')?.startsWith('text/plain')) {
      failed = failurePage(response)
      if (failed !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8')
    }
    if (isHtml(response)) response.removeHeader('content-length')
    return Reflect.apply(writeHead, response, message === undefined ? [status] : [status, message])
  }) as typeof writeHead
  response.write = ((chunk: unknown, ...rest: unknown[]) =>
    Reflect.apply(write, response, [first(chunk), ...rest])) as typeof write
  response.end = ((chunk: unknown, ...rest: unknown[]) => {
    if (!response.headersSent && isHtml(response)) response.removeHeader('content-length')
    return Reflect.apply(end, response, [first(chunk), ...rest])
  }) as typeof end
}

function headerText(response: ServerResponse, name: string): string | undefined {
  return response.getHeader(name)?.toString()
}

function isHtml(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/html')
}

/** `writeHead` takes an object, a flat list or pairs. */
function setHeaders(response: ServerResponse, headers: unknown): void {
  if (Array.isArray(headers)) {
    const flat: unknown[] = headers.flat(1)
    for (let index = 0; index + 1 < flat.length; index += 2)
      response.appendHeader(String(flat[index]), String(flat[index + 1]))
  } else if (typeof headers === 'object' && headers !== null)
    for (const [name, value] of Object.entries(headers as Record<string, number | string | readonly string[]>))
      response.setHeader(name, value)
}
