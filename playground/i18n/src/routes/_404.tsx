import { t } from '@fw/runtime'

export const meta = () => ({ title: t('missing.title') })

export default () => (
  <>
    <h1>{t('missing.title')}</h1>
    <p>{t('missing.text')}</p>
  </>
)
