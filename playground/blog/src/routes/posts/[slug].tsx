import { articleJsonLd, breadcrumbJsonLd, type MetaProps, notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { Show } from 'solid-js'
import { FramedPicture } from '../../components/framed-picture.tsx'
import { PostBody } from '../../components/post-body.tsx'
import { PostDate } from '../../components/post-date.tsx'
import { TagList } from '../../components/tag-list.tsx'
import { findPost, readPosts } from '../../posts.ts'
import { AUTHOR, SITE_URL } from '../../site.ts'

export const staticParams = () => readPosts().map(({ slug }) => ({ slug }))

export function meta({ params }: MetaProps<'/posts/[slug]'>): PageMeta {
  const post = findPost(params.slug)
  if (post === undefined) return {}
  const { title, description, date, picture } = post
  return {
    title: `${title} · Tidewrack`,
    description,
    canonical: `/posts/${post.slug}`,
    ...(picture !== undefined && { image: picture.image.src }),
    og: { type: 'article', siteName: 'Tidewrack', publishedTime: date },
    jsonLd: [
      articleJsonLd({ type: 'BlogPosting', headline: title, datePublished: date, author: { name: AUTHOR } }),
      breadcrumbJsonLd([{ name: 'Tidewrack', url: SITE_URL }, { name: title }]),
    ],
  }
}

export default function PostPage({ params }: PageProps<'/posts/[slug]'>) {
  const posts = readPosts()
  const at = posts.findIndex(({ slug }) => slug === params.slug)
  const post = posts[at]
  if (post === undefined) return notFound()
  const older = posts[at + 1]
  const newer = posts[at - 1]
  return (
    <article>
      <header class="post-header">
        <p class="meta">
          <PostDate date={post.date} />
        </p>
        <h1>{post.title}</h1>
        <p class="lead">{post.description}</p>
        <TagList tags={post.tags} />
      </header>
      <Show when={post.picture}>{(picture) => <FramedPicture picture={picture()} />}</Show>
      <PostBody blocks={post.blocks} />
      <nav class="neighbours" aria-label="Posts">
        <Show when={older}>
          {(next) => (
            <a href={`/posts/${next().slug}`} rel="prev">
              <span>Older</span>
              {next().title}
            </a>
          )}
        </Show>
        <Show when={newer}>
          {(next) => (
            <a class="newer" href={`/posts/${next().slug}`} rel="next">
              <span>Newer</span>
              {next().title}
            </a>
          )}
        </Show>
      </nav>
    </article>
  )
}
