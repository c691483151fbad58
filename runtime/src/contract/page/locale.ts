/** The language of the current page, which `t`, `href` and the rest of `i18n/` read. */
import { documentLocale } from './document-locale.ts'
import type { PageLocale } from './page-locale.ts'

/** `read` is set by the server for the page that it renders, and in a browser for its document. */
export const localeSource: { read?: () => PageLocale | undefined } =
  typeof document === 'undefined' ? {} : { read: documentLocale }

/** The query parameter with which a link changes the language: the server stores the choice and redirects. */
export const LOCALE_PARAM = 'fw_locale'
