import { useState } from 'react'
import Head from 'next/head'
import type { GetServerSideProps } from 'next'
import TagList from '@/components/tag-list'
import { getTags } from '@/lib/posts'

export const getServerSideProps: GetServerSideProps<{ tags: string[] }> = async () => ({
  props: { tags: await getTags() },
})

export default function Tags({ tags }: { tags: string[] }) {
  const [word, setWord] = useState('')
  return (
    <main>
      <Head>
        <title>Tags</title>
      </Head>
      <input value={word} onChange={(event) => setWord(event.target.value)} aria-label="Filter" />
      <TagList tags={tags.filter((tag) => tag.includes(word))} />
    </main>
  )
}
