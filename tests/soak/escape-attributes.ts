const TAG = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/gi

/** Escapes `<` in the attributes of HTML that Solid has printed, as our server does: within `<noscript>`, quotes protect nothing. */
export function escapeInAttributes(html: string): string {
  return html.replace(TAG, (tag) => `<${tag.slice(1).replaceAll('<', '&lt;')}`)
}
