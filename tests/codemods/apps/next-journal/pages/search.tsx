import type { GetServerSideProps } from 'next'
import Link from 'next/link'
import { findPosts, type PostSummary } from '../lib/posts'

export const getServerSideProps: GetServerSideProps = async ({ query }) => {
  const { q = '' } = query
  if (q === 'everything') {
    return { redirect: { destination: '/', permanent: false } }
  }
  return { props: { q, found: await findPosts(String(q)) } }
}

const Search = ({ q, found }: { q: string; found: PostSummary[] }) => (
  <main>
    <form action="/search">
      <label htmlFor="q">Search</label>
      <input id="q" name="q" defaultValue={q} />
    </form>
    {found.length === 0 && <p>Nothing found.</p>}
    <ol>
      {found.map((post) => (
        <li key={post.id}>
          <Link href={`/posts/${post.id}`}>{post.title}</Link>
        </li>
      ))}
    </ol>
  </main>
)

export default Search
