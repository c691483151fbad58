/** The language of the current page, which `t`, `href` and the rest of `i18n/` read. */
import { documentLocale } from './document-locale.ts'
import type { PageLocale } from './page-locale.ts'

/** `read` is set by the server for the page that it renders, and in a browser for its document. */
export const localeSource: { read?: () => PageLocale | undefined } =
  typeof document === 'undefined' ? {} : { read: documentLocale }

/** The query parameter with which a link changes the language: the server stores the choice and redirects. */
export const LOCALE_PARAM = 'fw_locale'

/**
 * Returns a path with a language: `/tea` as `/de/tea`. Paths that begin with a language, URLs of other sites and the
 * framework's own paths are returned unchanged.
 */
export function inLocale(path: string, locale: string, locales: readonly string[]): string {
  if (!path.startsWith('/') || path.startsWith('//') || path.startsWith('/_fw/')) return path
  const [, first = ''] = /^\/([^/?#]*)/.exec(path) ?? []
  if (locales.includes(first)) return path
  return `/${locale}${/^\/(?=$|[?#])/.test(path) ? path.slice(1) : path}`
}
