import { breadcrumbJsonLd, type MetaProps, notFound, type PageMeta, type PageProps, t, useI18n } from '@fw/runtime'
import { listArticles, listTags } from '../../articles.ts'
import { ArticleList } from '../../components/article-list.tsx'
import { pageMeta } from '../../page-meta.ts'
import { SITE_NAME, SITE_URL } from '../../site.ts'

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 300, swr: 3600 }

export const staticParams = () => listTags('en').map(({ id }) => ({ tag: id }))

export function meta({ params }: MetaProps<'/tags/[tag]'>): PageMeta {
  const { name, count } = findTag(params.tag)
  const home = `${SITE_URL}/${useI18n().locale}`
  const trail = [{ name: SITE_NAME, url: home }, { name: t('tags.title'), url: `${home}/tags` }, { name }]
  return pageMeta({
    title: name,
    description: `${name}: ${t('tags.count', { count })}.`,
    jsonLd: breadcrumbJsonLd(trail),
  })
}

export default function TagPage({ params }: PageProps<'/tags/[tag]'>) {
  const tag = findTag(params.tag)
  return (
    <>
      <div class="intro">
        <h1>{tag.name}</h1>
        <p class="lead">{t('tags.count', { count: tag.count })}</p>
      </div>
      <ArticleList
        articles={listArticles(useI18n().locale).filter(({ tags }) => tags.some((id) => id === params.tag))}
      />
    </>
  )
}

function findTag(id: string) {
  return listTags(useI18n().locale).find((tag) => tag.id === id) ?? notFound()
}
