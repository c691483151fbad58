/** Addresses that other sites follow: http(s), absolute. Whatever else a page says is left out, with a warning. */

/** Told what was left out of a head, and what to do. */
export type Warn = (problem: string) => void

/** The absolute form of what the field says; undefined when there is none. */
export type AddressReader = (field: string, value: string | undefined) => string | undefined

/** Resolves root-relative addresses against `siteUrl`. A value never leads to another origin than it shows. */
export function siteUrlReader(siteUrl: string | undefined, warn: Warn): AddressReader {
  const site = siteUrl === undefined ? undefined : new URL(siteUrl)
  return (field, value) => {
    if (value === undefined || value === '') return undefined
    if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value
    if (!value.startsWith('/')) {
      warn(`${field} is left out: write a path that begins with "/", or an http(s) URL.`)
      return undefined
    }
    if (site === undefined) {
      warn(`${field} is left out: a path needs the siteUrl of fw.config.ts.`)
      return undefined
    }
    const resolved = URL.canParse(value, site) ? new URL(value, site) : undefined
    // `//other.example`, `/\other.example` and tabs between the slashes are other sites to a browser.
    if (resolved?.origin === site.origin) return resolved.href
    warn(`${field} is left out: a path begins with one "/".`)
    return undefined
  }
}
