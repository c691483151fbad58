import { href, t } from '@fw/runtime'

export const meta = () => ({ title: t('missing.title') })

export default () => (
  <>
    <h1>{t('missing.title')}</h1>
    <p class="lead">{t('missing.text')}</p>
    <p>
      <a href={href('/')}>{t('talk.back')}</a>
    </p>
  </>
)
