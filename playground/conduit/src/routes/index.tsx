import type { PageMeta } from '@fw/runtime'
import { For } from 'solid-js'
import { list } from '../server/articles.api.ts'

export const meta: PageMeta = {
  title: 'Conduit',
  description: 'The backend of RealWorld, with the newest articles.',
}

export default async function Home() {
  const { articles, articlesCount } = await list({})
  return (
    <main>
      <h1>Conduit</h1>
      <p>
        {articlesCount} {articlesCount === 1 ? 'article' : 'articles'}. The interface for clients begins at{' '}
        <code>/api</code>.
      </p>
      <ul>
        <For each={articles}>
          {(article) => (
            <li>
              <strong>{article.title}</strong> by {article.author.username}: {article.description}
            </li>
          )}
        </For>
      </ul>
    </main>
  )
}
