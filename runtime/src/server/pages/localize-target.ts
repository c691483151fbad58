/** The language of a redirect. */
import { inLocale } from '#contract/page/locale-urls.ts'
import type { Exchange } from '../http/exchange.ts'

/** Returns the target of a redirect in the language of the exchange if it is a page of the app, or else unchanged. */
export function localizeTarget(target: string, { app, locale }: Exchange): string {
  if (locale === undefined || !target.startsWith('/')) return target
  const localized = inLocale(target, locale.locale, locale)
  const [path = '/'] = target.split(/[?#]/)
  return localized !== target && app.pages.answers(path) ? localized : target
}
