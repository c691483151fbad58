/** The language in the URLs of an app. */

/** How the URLs of an app contain the language. */
export interface LocaleUrls {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** Whether URLs in the default language contain it too. */
  readonly prefixDefaultLocale: boolean
}

/** Returns whether URLs in this language contain it. */
export function isPrefixed(locale: string, { defaultLocale, prefixDefaultLocale }: LocaleUrls): boolean {
  return prefixDefaultLocale || locale !== defaultLocale
}

/**
 * Returns a path with a language: `/tea` as `/de/tea`. Paths that begin with a language, URLs of other sites and the
 * framework's own paths are returned unchanged, except that a default language that isn't part of URLs is removed.
 */
export function inLocale(path: string, locale: string, urls: LocaleUrls): string {
  if (!path.startsWith('/') || path.startsWith('//') || path.startsWith('/_fw/')) return path
  const [own = '', first = ''] = /^\/([^/?#]*)/.exec(path) ?? []
  if (!urls.locales.includes(first)) return addLocale(path, locale, urls)
  const rest = path.slice(own.length)
  // The rest could be a URL of another site, or of another resource.
  return isPrefixed(first, urls) || /^\/(?:[/\\]|_fw\/)/.test(rest) ? path : rest.startsWith('/') ? rest : `/${rest}`
}

/** Returns the URL of a page's own path in a language. The path may begin with the name of a language. */
export function addLocale(path: string, locale: string, urls: LocaleUrls): string {
  if (!isPrefixed(locale, urls)) return path
  return `/${locale}${/^\/(?=$|[?#])/.test(path) ? path.slice(1) : path}`
}
