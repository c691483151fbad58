/** The target page of a navigation: fetched and parsed before it is shown. */
import { FW_PREFIX, NAVIGATION_HEADER, NONCE_HEADER } from '#contract/http/path.ts'
import { ownNonce } from './own-nonce.ts'
import { silenceNoscript } from './silence-noscript.ts'

export interface NextPage {
  readonly next: Document
  /** Final URL after redirects, without a hash. */
  readonly url: string
  /** The code that shows it, which is loaded with the first page. */
  readonly view: Awaited<ReturnType<typeof importView>>
}

/** Returns a URL without its hash. */
export function bare(href: string): string {
  return href.replace(/#.*/, '')
}

/**
 * Returns the path of a URL as the router reads it, which decodes it once, with the escapes of a typed URL; `undefined` if it
 * can't be a page of this app. Files have an extension.
 */
export function readPagePath({ origin, pathname }: URL | HTMLAnchorElement): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    if (origin === location.origin && !path.startsWith(FW_PREFIX) && !/\.\w+$/.test(path))
      return encodeURI(path).replace(/[?#]/g, encodeURIComponent)
  } catch {
    // It can't be decoded.
  }
  return undefined
}

/**
 * Fetches a page for this document, and loads the code that shows it. Returns `undefined` in every unexpected case (no response, a server error, no
 * HTML, a download, a sandbox, or another origin, build or policy), and then the browser has to load the page. The browser can't
 * send an agent's headers, so an agent's navigation returns `null` in these cases, unless the page only can't be
 * shown in this document. Never rejects.
 */
export async function loadPage(
  href: string,
  signal?: AbortSignal,
  agentHeaders?: Record<string, string>,
  redirect?: RequestRedirect,
): Promise<NextPage | undefined | null> {
  try {
    const [response, view] = await Promise.all([
      fetch(href, {
        signal,
        redirect,
        headers: { accept: 'text/html', [NAVIGATION_HEADER]: '1', ...agentHeaders },
      }),
      importView(),
    ])
    const { headers, status, url } = response
    if (status < 500 && isPage(headers)) {
      const next = parsePage(await response.text(), headers)
      // The next key of a person would press a button with the focus.
      if (agentHeaders)
        for (const node of next?.querySelectorAll('[autofocus]') ?? []) node.removeAttribute('autofocus')
      if (next) return { next, url, view }
      if (status < 400) return undefined
    } else void response.body?.cancel()
  } catch {}
  return agentHeaders && null
}

const importView = () => import('./show-page.ts').then(({ loadStyles, showPage }) => ({ loadStyles, showPage }))

/** Whether a response has a page without a policy of its own, and not a download. */
export function isPage(headers: Headers): boolean | undefined {
  // A policy applies to a document only: that of the app has a nonce, and without a sandbox it is the policy of this document.
  const policy = headers.get('content-security-policy')
  const hasOwnPolicy = policy !== null && (!headers.has(NONCE_HEADER) || /sandbox/i.test(policy))
  return headers.get('content-type')?.startsWith('text/html') && !headers.has('content-disposition') && !hasOwnPolicy
}

/** Parses the page of a response. Returns `undefined` if it has another build or policy than this document, or declares shadow roots. */
export function parsePage(html: string, headers: Headers): Document | undefined {
  const next = restamp(html, headers.get(NONCE_HEADER) ?? '')
  return next && getTraits(next) === getTraits(document) && !declaresRoots(next) ? next : undefined
}

/** Whether a page declares shadow roots, also in templates. The parser makes none: their templates stay elements. */
function declaresRoots(root: ParentNode): boolean {
  // A template of SVG has no content.
  const templates = [...root.querySelectorAll<Element & Partial<HTMLTemplateElement>>('template')]
  return templates.some((one) => one.content && (one.hasAttribute('shadowrootmode') || declaresRoots(one.content)))
}

/**
 * Replaces the nonce of the response by that of the document before it is parsed, because a style with another nonce
 * is a violation even there. Returns `undefined` if the response already contains this document's nonce, because the
 * server can't have written it.
 */
function restamp(html: string, nonce: string): Document | undefined {
  const own = ownNonce()
  if (!nonce !== !own || (own && html.includes(own))) return undefined
  const page = new DOMParser().parseFromString(own ? html.replaceAll(nonce, own) : html, 'text/html')
  silenceNoscript(page)
  return page
}

/**
 * Returns the properties that two pages must share to be shown in one document: the build, and a policy of the
 * document.
 */
function getTraits({ documentElement, head }: Document): string {
  return `${documentElement.dataset.fw}${head.querySelector('meta[http-equiv]')?.outerHTML}`
}
