/** The `meta` that all pages of the site have in common. */
import { type PageMeta, t, useI18n } from '@fw/runtime'
import { SITE_NAME } from './site.ts'

interface OwnMeta extends PageMeta {
  /** Without the name of the site. */
  readonly title: string
}

/** Adds the name of the site, the feed of the language and the tags for social networks. */
export function pageMeta({ title, og, ...own }: OwnMeta): PageMeta {
  const { locale } = useI18n()
  const feed = {
    rel: 'alternate',
    type: 'application/atom+xml',
    title: `${SITE_NAME} (${locale})`,
    href: `/${locale}/feed.xml`,
  }
  return {
    description: t('site.tagline'),
    ...own,
    title: title === SITE_NAME ? title : `${title} · ${SITE_NAME}`,
    og: { siteName: SITE_NAME, locale, ...og },
    head: [{ tag: 'link', attrs: feed }],
  }
}
