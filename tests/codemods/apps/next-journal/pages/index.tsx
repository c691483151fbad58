import type { GetStaticProps, InferGetStaticPropsType } from 'next'
import Head from 'next/head'
import Link from 'next/link'
import PostDate from '@/components/post-date'
import { getSortedPosts, type PostSummary } from '@/lib/posts'
import styles from '@/styles/home.module.css'

export const getStaticProps: GetStaticProps<{ posts: PostSummary[] }> = async () => {
  const posts = await getSortedPosts()
  return {
    props: { posts },
    revalidate: 60,
  }
}

export default function Home({ posts }: InferGetStaticPropsType<typeof getStaticProps>) {
  return (
    <main>
      <Head>
        <title>Journal</title>
        <meta name="description" content="What happened, and when." />
        <meta property="og:type" content="website" />
        <link rel="canonical" href="/" />
        <meta name="theme-color" content="#264" />
      </Head>
      {/* The newest one comes first. */}
      <ul className={styles.list}>
        {posts.map(({ id, title, date }) => (
          <li key={id} style={{ marginTop: 8, lineHeight: 1.4 }}>
            <Link href={`/posts/${id}`} prefetch={false} className="title">
              {title}
            </Link>
            <PostDate date={date} />
          </li>
        ))}
      </ul>
    </main>
  )
}
