import { href, t } from '@fw/runtime'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta({ title: t('missing.title'), robots: { index: false } })

export default function NotFound() {
  return (
    <div class="intro">
      <h1>{t('missing.title')}</h1>
      <p class="lead">{t('missing.text')}</p>
      <p>
        <a href={href('/')}>{t('site.home')}</a>
      </p>
    </div>
  )
}
