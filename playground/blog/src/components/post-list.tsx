import { For } from 'solid-js'
import type { Post } from '../posts.ts'
import { PostDate } from './post-date.tsx'

export function PostList(props: { posts: readonly Post[] }) {
  return (
    <ul class="posts">
      <For each={props.posts}>
        {(post) => (
          <li>
            <article class="teaser">
              <p class="meta">
                <PostDate date={post.date} />
              </p>
              <h2>
                <a class="teaser-link" href={`/posts/${post.slug}`}>
                  {post.title}
                </a>
              </h2>
              <p>{post.description}</p>
            </article>
          </li>
        )}
      </For>
    </ul>
  )
}
