/** The pages of an international app for code outside the stages: each page in every language, by its URL. */
import { addLocale } from '#contract/page/locale-urls.ts'
import type { KnownPage } from '#contract/page/page.ts'
import type { Pages } from '#page/pages.ts'
import { withLocale } from './current-locale.ts'
import type { Locales, LocalizedPath } from './locales.ts'

/**
 * Localizes `listPages`, `checkPages`, `manifest`, `describe`, `instances` and `notFoundPage`. `render` isn't changed, because the stages
 * set its language.
 */
export function localizePages(pages: Pages, locales: Locales): Pages {
  const { i18n, unprefixed } = locales
  const inside = <Result>(path: string, work: (path: string) => Promise<Result>): Promise<Result> => {
    const place: LocalizedPath = locales.read(path) ?? { locale: i18n.defaultLocale, path }
    return withLocale(locales.pageLocale(place.locale, place.path, ''), () => work(place.path))
  }
  const listInAll = async (list: Pages['listPages']): Promise<readonly KnownPage[]> => {
    const listIn = async (locale: string) => {
      const known = await withLocale(locales.pageLocale(locale, '/', ''), list)
      return known.flatMap((page) => (hasPath(page, locale) ? [localizePage(page, locale)] : []))
    }
    return (await Promise.all(i18n.locales.map(listIn))).flat()
  }
  /** A page whose path begins with a language has no URL in the default language without a prefix. */
  const hasPath = ({ path }: KnownPage, locale: string) =>
    locale !== unprefixed || locales.readPrefix(path) === undefined
  const localizePage = (page: KnownPage, locale: string): KnownPage => {
    const path = addLocale(page.path, locale, i18n)
    if (!page.concrete) return { ...page, path, locale }
    const others = i18n.locales.filter((other) => hasPath(page, other))
    const alternates = Object.fromEntries(others.map((other) => [other, addLocale(page.path, other, i18n)]))
    const prefixed = locale === unprefixed && {
      prefixedPath: addLocale(page.path, locale, { ...i18n, prefixDefaultLocale: true }),
    }
    return { ...page, path, locale, barePath: page.path, ...prefixed, alternates }
  }
  return {
    ...pages,
    listPages: () => listInAll(pages.listPages),
    checkPages: () => listInAll(pages.checkPages),
    manifest: ({ path, query }, ctx) => inside(path, (own) => pages.manifest({ path: own, query }, ctx)),
    describe: ({ path, query }, ctx) => inside(path, (own) => pages.describe({ path: own, query }, ctx)),
    instances: ({ path, query }, ctx) => inside(path, (own) => pages.instances({ path: own, query }, ctx)),
    patterns: () => inside('/', () => pages.patterns()),
    notFoundPage: (ctx, nonce) => inside('/', () => pages.notFoundPage(ctx, nonce)),
  }
}
