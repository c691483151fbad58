/** The language of the page that is being shown: what `t`, `href` and the rest of the room i18n read. */
import { documentLocale } from './document-locale.ts'
import type { PageLocale } from './page-locale.ts'

/** `read` is set by whoever knows: the server for the page that it renders, a browser for its document. */
export const localeSource: { read?: () => PageLocale | undefined } =
  typeof document === 'undefined' ? {} : { read: documentLocale }

/** The query parameter by which a link changes the language: the server keeps the choice and sends the person on. */
export const LOCALE_PARAM = 'fw_locale'

/**
 * `/tea` as `/de/tea`. What begins with a language already, another site's address and the framework's own paths stay as
 * they are.
 */
export function inLocale(path: string, locale: string, locales: readonly string[]): string {
  if (!path.startsWith('/') || path.startsWith('//') || path.startsWith('/_fw/')) return path
  const [, first = ''] = /^\/([^/?#]*)/.exec(path) ?? []
  if (locales.includes(first)) return path
  return `/${locale}${/^\/(?=$|[?#])/.test(path) ? path.slice(1) : path}`
}
