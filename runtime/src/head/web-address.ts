/** URLs that other sites follow: absolute http(s) URLs. Any other value is left out with a warning. */

/** Receives what was left out of a head, and what to do. */
export type Warn = (problem: string) => void

/** Returns the absolute URL of a field, or `undefined` if it has none. */
export type AddressReader = (field: string, value: string | undefined) => string | undefined

/** Resolves root-relative URLs against `siteUrl`. A path never resolves to another origin. */
export function createUrlReader(siteUrl: string | undefined, warn: Warn): AddressReader {
  const site = siteUrl === undefined ? undefined : new URL(siteUrl)
  return (field, value) => {
    if (value === undefined || value === '') return undefined
    if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value
    if (!value.startsWith('/')) {
      warn(`${field} is left out: use a path that begins with "/", or an http(s) URL.`)
      return undefined
    }
    if (site === undefined) {
      warn(`${field} is left out: set siteUrl in fw.config.ts to use a path.`)
      return undefined
    }
    const resolved = URL.canParse(value, site) ? new URL(value, site) : undefined
    // For browsers, `//other.example`, `/\other.example` and tabs between the slashes are other sites.
    if (resolved?.origin === site.origin) return resolved.href
    warn(`${field} is left out: a path must begin with exactly one "/".`)
    return undefined
  }
}
