import { href, type PageProps, t } from '@fw/runtime'
import { Show } from 'solid-js'
import { ArticleList } from '../components/article-list.tsx'
import { pageMeta } from '../page-meta.ts'
import { search } from '../server/articles.api.ts'

const MAX_LENGTH = 100

// Results have the canonical URL of the page without a query, so search engines list only that.
export const meta = () => pageMeta({ title: t('search.title') })

// The form works without a script. Agents call the same function, `articles.search`, as a tool.
export default async function SearchPage({ search: parameters }: PageProps<'/search'>) {
  const query = (parameters.get('q') ?? '').trim().slice(0, MAX_LENGTH)
  const found = query === '' ? [] : await search({ query })
  return (
    <>
      <div class="intro">
        <h1>{t('search.title')}</h1>
      </div>
      <search>
        <form action={href('/search')}>
          <label for="q">{t('search.label')}</label>
          <div class="row">
            <input id="q" name="q" type="search" value={query} maxlength={MAX_LENGTH} autocomplete="off" required />
            <button type="submit">{t('search.submit')}</button>
          </div>
        </form>
      </search>
      <Show when={query !== ''}>
        <p class="meta">{t('search.found', { count: found.length, query })}</p>
        <ArticleList articles={found} />
      </Show>
    </>
  )
}
