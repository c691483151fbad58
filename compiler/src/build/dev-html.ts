/** Puts Vite's client into the HTML of dev, so that pages reload on edits: the pages themselves may be free of script. */
import type { ServerResponse } from 'node:http'

const VITE_CLIENT = '<script type="module" src="/@vite/client"></script>'

/** The document with the script at the start of its head, or in front when it has none. */
export function withViteClient(html: string): string {
  const head = /<head(?:\s[^>]*)?>/i.exec(html)
  if (head === null) return VITE_CLIENT + html
  const end = head.index + head[0].length
  return html.slice(0, end) + VITE_CLIENT + html.slice(end)
}

/** Makes `response` add the script to the first piece of an HTML body. */
export function injectViteClient(response: ServerResponse): void {
  const { writeHead, write, end } = response
  let pending = true
  const first = (chunk: unknown): unknown => {
    if (!pending || chunk === undefined || chunk === null || typeof chunk === 'function') return chunk
    pending = false
    if (!isHtml(response)) return chunk
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8') // Node's two kinds
    return withViteClient(text)
  }
  // The three are overloaded; each passes on what it was given, the head normalised and the first chunk changed.
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const headers = rest.at(-1)
    const message = typeof rest[0] === 'string' ? rest[0] : undefined
    setHeaders(response, headers)
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
