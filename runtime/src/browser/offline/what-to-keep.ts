/** Which requests a service worker answers, and which answers may be kept for anybody who uses this browser. */
import { FW_PREFIX, NAVIGATION_HEADER, NONCE_HEADER } from '#contract/path.ts'

/** Files that pages are made of. What is played in parts is not among them. */
const FILES: ReadonlySet<string> = new Set(['font', 'image', 'manifest', 'script', 'style'])

/** `page` for a document, `file` for a part of one; undefined for what is none of the worker's business. */
export function getKind(request: Request, origin: string): 'page' | 'file' | undefined {
  const { method, mode, headers, destination } = request
  const { origin: asked, pathname } = new URL(request.url)
  if (method !== 'GET' || asked !== origin || isOwn(pathname) || headers.has('range')) return undefined
  if (mode === 'navigate' || headers.get(NAVIGATION_HEADER) === '1') return 'page'
  return FILES.has(destination) ? 'file' : undefined
}

/** Calls, proposals, agents: below `/_fw/`, however it is written. */
function isOwn(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).startsWith(FW_PREFIX)
  } catch {
    return true
  }
}

/** Whether an answer says that everybody would get it. A nonce is of one answer: a script of the next page would not run. */
export function mayKeep({ status, type, headers }: Response): boolean {
  const policy = headers.get('cache-control') ?? ''
  return status === 200 && type === 'basic' && !headers.has(NONCE_HEADER) && !/no-store|private/i.test(policy)
}

/** Whether it never changes, so that nobody has to ask for it again. */
export function isImmutable({ headers }: Response): boolean {
  return /immutable/i.test(headers.get('cache-control') ?? '')
}

export function isHtml({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

/** The address under which a page is kept: without a hash, and the same with a slash at its end. */
export function pageKey(url: string, base?: string): string {
  const { origin, pathname, search } = new URL(url, base)
  return origin + (pathname.replace(/\/+$/, '') || '/') + search
}
