import { t, useI18n } from '@fw/runtime'
import { listArticles } from '../articles.ts'
import { ArticleList } from '../components/article-list.tsx'
import { pageMeta } from '../page-meta.ts'
import { SITE_NAME, SITE_URL } from '../site.ts'

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 300, swr: 3600 }

export const meta = () => {
  const { locale } = useI18n()
  const site = { '@context': 'https://schema.org', '@type': 'WebSite', name: SITE_NAME, url: `${SITE_URL}/${locale}` }
  return pageMeta({ title: SITE_NAME, jsonLd: { ...site, inLanguage: locale } })
}

export default function Home() {
  return (
    <>
      <div class="intro">
        <h1>{SITE_NAME}</h1>
        <p class="lead">{t('site.tagline')}</p>
      </div>
      <ArticleList articles={listArticles(useI18n().locale)} />
    </>
  )
}
