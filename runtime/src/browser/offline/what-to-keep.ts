/** Decides which requests a service worker handles, and which responses may be stored for every user of the browser. */
import { mayBeFrameworkPath } from '#contract/http/framework-path.ts'
import { NAVIGATION_HEADER, NONCE_HEADER } from '#contract/http/path.ts'
import { trimEnd } from '#contract/trim-end.ts'

/** Types of files that pages consist of. Media that is played in parts is excluded. */
const FILES: ReadonlySet<string> = new Set(['font', 'image', 'manifest', 'script', 'style'])

/** Returns `page` for a document, `file` for a part of one; `undefined` for requests that the worker ignores. */
export function getKind(request: Request, origin: string): 'page' | 'file' | undefined {
  const { method, mode, headers, destination } = request
  const { origin: asked, pathname } = new URL(request.url)
  if (method !== 'GET' || asked !== origin || mayBeFrameworkPath(pathname) || headers.has('range')) return undefined
  if (mode === 'navigate' || headers.get(NAVIGATION_HEADER) === '1') return 'page'
  return FILES.has(destination) ? 'file' : undefined
}

/** Request headers that identify the user. The other ones describe the browser, which all its users share. */
const OF_USER = /(?:^|,)\s*(?:\*|authorization|cookie)\s*(?:,|$)/i

/**
 * Whether every user would get the same response. A nonce belongs to one response: scripts of the next page would not
 * run.
 */
export function mayKeep({ status, type, headers }: Response): boolean {
  if (status !== 200 || type !== 'basic' || headers.has(NONCE_HEADER)) return false
  return !/no-store|private/i.test(headers.get('cache-control') ?? '') && !OF_USER.test(headers.get('vary') ?? '')
}

/** Whether the response never changes, so that it needn't be requested again. */
export function isImmutable({ headers }: Response): boolean {
  return /immutable/i.test(headers.get('cache-control') ?? '')
}

export function isHtml({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

/** Returns the URL under which a page is stored: without a hash, and without a trailing slash. */
export function pageKey(url: string, base?: string): string {
  const { origin, pathname, search } = new URL(url, base)
  return origin + (trimEnd(pathname, '/') || '/') + search
}
