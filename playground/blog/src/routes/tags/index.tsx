import type { PageMeta } from '@fw/runtime'
import { TagList } from '../../components/tag-list.tsx'
import { readTags } from '../../posts.ts'

export const meta: PageMeta = {
  title: 'Tags · Tidewrack',
  description: 'What the notes are about.',
  canonical: '/tags',
}

export default function Tags() {
  return (
    <>
      <section class="intro">
        <h1>Tags</h1>
        <p class="lead">What the notes are about.</p>
      </section>
      <TagList tags={readTags()} />
    </>
  )
}
