import type { PageMeta } from '@fw/runtime'
import { PostList } from '../components/post-list.tsx'
import { readPosts } from '../posts.ts'

export const meta: PageMeta = { title: 'Tidewrack · Notes from a small harbour', canonical: '/' }

export default function Home() {
  return (
    <>
      <section class="intro">
        <h1>Notes from a small harbour</h1>
        <p class="lead">Weather, tides, tools, and the little programs that keep watch over them.</p>
      </section>
      <PostList posts={readPosts()} />
    </>
  )
}
