import {
  articleJsonLd,
  breadcrumbJsonLd,
  href,
  type MetaProps,
  notFound,
  type PageMeta,
  type PageProps,
  t,
  useI18n,
} from '@fw/runtime'
import { Show } from 'solid-js'
import { findArticle, listArticles, listSlugs } from '../../articles.ts'
import { ArticleDate } from '../../components/article-date.tsx'
import { TagList } from '../../components/tag-list.tsx'
import { pageMeta } from '../../page-meta.ts'
import { SITE_NAME, SITE_URL } from '../../site.ts'
import { TAGS } from '../../tags.ts'

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 300, swr: 3600 }

export const staticParams = () => listSlugs().map((slug) => ({ slug }))

export function meta({ params }: MetaProps<'/articles/[slug]'>): PageMeta {
  const { locale } = useI18n()
  const article = findArticle(locale, params.slug) ?? notFound()
  const { title, description, date, updated = date } = article
  const publisher = { '@type': 'Organization', name: SITE_NAME, url: SITE_URL }
  return pageMeta({
    title,
    description,
    og: { type: 'article', publishedTime: date, modifiedTime: updated },
    ...(article.draft && { robots: { index: false } }),
    jsonLd: [
      {
        ...articleJsonLd({ type: 'BlogPosting', headline: title, datePublished: date }),
        dateModified: updated,
        description,
        inLanguage: locale,
        author: publisher,
        publisher,
      },
      breadcrumbJsonLd([{ name: SITE_NAME, url: `${SITE_URL}/${locale}` }, { name: title }]),
    ],
  })
}

export default function ArticlePage({ params }: PageProps<'/articles/[slug]'>) {
  const { locale } = useI18n()
  const articles = listArticles(locale)
  const index = articles.findIndex(({ slug }) => slug === params.slug)
  const article = articles[index] ?? notFound()
  const tags = article.tags.map((id) => ({ id, name: TAGS[id][locale] }))
  return (
    <article>
      <header class="intro">
        <p class="meta">
          <ArticleDate date={article.date} /> · {t('article.minutes', { minutes: article.minutes })}
          <Show when={article.draft}> · {t('article.draft')}</Show>
        </p>
        <h1>{article.title}</h1>
        <p class="lead">{article.description}</p>
      </header>
      <div class="prose" innerHTML={article.html} />
      <footer>
        <Show when={article.updated}>{(date) => <p class="meta">{t('article.updated', { date: date() })}</p>}</Show>
        <TagList tags={tags} />
      </footer>
      <nav class="neighbours" aria-label={t('article.neighbours')}>
        <Show when={articles[index + 1]}>
          {(older) => (
            <a href={href('/articles/[slug]', { slug: older().slug })} rel="prev">
              <span>{t('article.older')}</span> {older().title}
            </a>
          )}
        </Show>
        <Show when={articles[index - 1]}>
          {(newer) => (
            <a class="newer" href={href('/articles/[slug]', { slug: newer().slug })} rel="next">
              <span>{t('article.newer')}</span> {newer().title}
            </a>
          )}
        </Show>
      </nav>
    </article>
  )
}
