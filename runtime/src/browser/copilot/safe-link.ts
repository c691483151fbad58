/**
 * Addresses that a model has written. What they say leaves with the click, so a person sees where it goes; what would be
 * fetched without a click, as an image, is never made at all.
 */
import { FW_PREFIX } from '#contract/path.ts'

export interface SafeLink {
  readonly href: string
  /** Absent: within this app. */
  readonly host?: string
}

/** Undefined for what is no link here: other schemes, addresses with a name in them, the framework's own endpoints. */
export function safeLink(address: string, page: string): SafeLink | undefined {
  // Nothing relative to the page: what is meant depends on where it is read.
  if (!/^(?:https?:\/\/|\/(?![/\\]))/i.test(address)) return undefined
  const url = URL.canParse(address, page) ? new URL(address, page) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  if (url.origin !== new URL(page).origin) return { href: url.href, host: url.host }
  return url.pathname.toLowerCase().startsWith(FW_PREFIX) ? undefined : { href: url.href }
}
