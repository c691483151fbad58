/**
 * URLs in a model's text. They may carry data away, so users see where a link goes before they click it; anything
 * that is fetched without a click, such as an image, is never created.
 */
import { mayBeFrameworkPath } from '#contract/http/framework-path.ts'

interface SafeLink {
  readonly href: string
  /** Absent for URLs of this app. */
  readonly host?: string
}

/**
 * Returns the link, or `undefined` for a URL that isn't allowed: other schemes, URLs with a user name, and the
 * framework's own endpoints.
 */
export function safeLink(address: string, page: string): SafeLink | undefined {
  // URLs relative to the page are ambiguous.
  if (!/^(?:https?:\/\/|\/(?![/\\]))/i.test(address)) return undefined
  const url = URL.canParse(address, page) ? new URL(address, page) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  if (url.origin !== new URL(page).origin) return { href: url.href, host: url.host }
  return mayBeFrameworkPath(url.pathname) ? undefined : { href: url.href }
}
