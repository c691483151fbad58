import type { GetStaticPaths, GetStaticProps } from 'next'
import Head from 'next/head'
import Image from 'next/image'
import LikeButton from '@/components/like-button'
import PostDate from '@/components/post-date'
import { getAllIds, getPost, type Post } from '@/lib/posts'

interface Props {
  post: Post
}

export const getStaticPaths: GetStaticPaths = async () => {
  const ids = await getAllIds()
  const paths = ids.map((id) => ({ params: { id } }))
  return { paths, fallback: 'blocking' }
}

export const getStaticProps: GetStaticProps<Props> = async ({ params }) => {
  const post = await getPost(params?.id as string)
  if (!post) {
    return { notFound: true }
  }
  return { props: { post } }
}

export default function PostPage({ post }: Props) {
  return (
    <article>
      <Head>
        <title>{post.title} | Journal</title>
        <meta property="og:image" content={post.cover} />
      </Head>
      <h1>{post.title}</h1>
      <PostDate date={post.date} />
      <Image src={post.cover} alt="" width={600} height={300} priority quality={80} />
      <div dangerouslySetInnerHTML={{ __html: post.html }} />
      <LikeButton id={post.id} likes={post.likes} />
    </article>
  )
}
