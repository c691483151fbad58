import { href, t } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { ArticleDate } from './article-date.tsx'

/** What a list shows of an article. */
export interface ListedArticle {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly date: string
  readonly draft?: boolean
}

export function ArticleList(props: { articles: readonly ListedArticle[] }) {
  return (
    <ol class="articles">
      <For each={props.articles}>
        {(article) => (
          <li>
            <article>
              <h2>
                <a class="entry" href={href('/articles/[slug]', { slug: article.slug })}>
                  {article.title}
                </a>
              </h2>
              <p>{article.description}</p>
              <p class="meta">
                <ArticleDate date={article.date} />
                <Show when={article.draft}> · {t('article.draft')}</Show>
              </p>
            </article>
          </li>
        )}
      </For>
    </ol>
  )
}
