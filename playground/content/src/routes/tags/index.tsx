import { t, useI18n } from '@fw/runtime'
import { listTags } from '../../articles.ts'
import { TagList } from '../../components/tag-list.tsx'
import { pageMeta } from '../../page-meta.ts'

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 300, swr: 3600 }

export const meta = () => pageMeta({ title: t('tags.title'), description: t('tags.lead') })

export default function Tags() {
  return (
    <>
      <div class="intro">
        <h1>{t('tags.title')}</h1>
        <p class="lead">{t('tags.lead')}</p>
      </div>
      <TagList tags={listTags(useI18n().locale)} />
    </>
  )
}
