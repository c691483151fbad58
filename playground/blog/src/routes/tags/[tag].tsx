import { breadcrumbJsonLd, type MetaProps, notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { PostList } from '../../components/post-list.tsx'
import { readPosts, readTags } from '../../posts.ts'
import { SITE_URL } from '../../site.ts'

export const staticParams = () => readTags().map(({ slug }) => ({ tag: slug }))

export function meta({ params }: MetaProps<'/tags/[tag]'>): PageMeta {
  const name = readTags().find(({ slug }) => slug === params.tag)?.name ?? params.tag
  return {
    title: `${name} · Tidewrack`,
    description: `Notes about ${name}.`,
    canonical: `/tags/${params.tag}`,
    jsonLd: breadcrumbJsonLd([
      { name: 'Tidewrack', url: SITE_URL },
      { name: 'Tags', url: `${SITE_URL}/tags` },
      { name },
    ]),
  }
}

export default function TagPage({ params }: PageProps<'/tags/[tag]'>) {
  const tag = readTags().find(({ slug }) => slug === params.tag)
  if (tag === undefined) return notFound()
  const posts = readPosts().filter(({ tags }) => tags.some(({ slug }) => slug === tag.slug))
  return (
    <>
      <section class="intro">
        <p class="meta">
          <a href="/tags">Tags</a>
        </p>
        <h1>{tag.name}</h1>
        <p class="lead">{posts.length === 1 ? '1 note' : `${posts.length} notes`}</p>
      </section>
      <PostList posts={posts} />
    </>
  )
}
