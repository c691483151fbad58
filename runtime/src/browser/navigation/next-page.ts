/** The page that a navigation goes to: fetched and read, before anything of it is shown. */
import { FW_PREFIX, NAVIGATION_HEADER, NONCE_HEADER } from '#contract/path.ts'

export interface NextPage {
  readonly next: Document
  /** Where redirects led. It has no hash. */
  readonly url: string
}

/** Set by the tools of an agent once they are loaded. */
export const agentNavigation: {
  /** Returns the headers for a page that an agent opens with this event; undefined where a person opens it. */
  readHeaders?(event: Event): Record<string, string> | undefined
} = {}

/** An address without its hash. */
export function bare(href: string): string {
  return href.replace(/#.*/, '')
}

/** Whether an address may be that of a page of this app. Files have an ending. */
export function isPageUrl({ origin, pathname }: URL | HTMLAnchorElement): boolean {
  return origin === location.origin && !pathname.startsWith(FW_PREFIX) && !/\.\w+$/.test(pathname)
}

/** The nonce that scripts of this document need; empty without a content security policy. */
export function ownNonce(): string {
  // Once an element is in a document, only the property has it.
  return document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
}

/**
 * Fetches a page for this document. Undefined where anything is odd (no answer, an error of the server, no HTML, a
 * download, a page of another origin, build or policy): the browser has to go there by itself. It can't send the headers of
 * an agent, so what an agent opens is null then, unless it is a page that this document can't hold. Never rejects.
 */
export async function loadPage(
  href: string,
  signal?: AbortSignal,
  agentHeaders?: Record<string, string>,
  redirect?: RequestRedirect,
): Promise<NextPage | undefined | null> {
  try {
    const response = await fetch(href, {
      signal,
      redirect,
      headers: { accept: 'text/html', [NAVIGATION_HEADER]: '1', ...agentHeaders },
    })
    const { headers, status, url } = response
    if (status < 500 && headers.get('content-type')?.startsWith('text/html') && !headers.has('content-disposition')) {
      const next = restamp(await response.text(), headers.get(NONCE_HEADER) ?? '')
      if (next && getTraits(next) === getTraits(document)) return { next, url }
      if (status < 400) return undefined
    } else void response.body?.cancel()
  } catch {}
  return agentHeaders && null
}

/**
 * The nonce of the answer becomes that of the document, before it is parsed: a style with another one is a violation even
 * there. Undefined for an answer that says ours already: whoever wrote that is not the server.
 */
function restamp(html: string, nonce: string): Document | undefined {
  const own = ownNonce()
  if (!nonce !== !own || (own && html.includes(own))) return undefined
  return new DOMParser().parseFromString(own ? html.replaceAll(nonce, own) : html, 'text/html')
}

/** What two pages must share to follow each other in one document: the build, and a policy that the document holds. */
function getTraits({ documentElement, head }: Document): string {
  return `${documentElement.dataset.fw}${head.querySelector('meta[http-equiv]')?.outerHTML}`
}
