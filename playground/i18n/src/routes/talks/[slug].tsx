import { href, type MetaFunction, notFound, type PageProps, t, useI18n } from '@fw/runtime'
import { Seats } from '../../components/seats.tsx'
import { TALKS } from '../../talks.ts'

export const staticParams = TALKS.map(({ slug }) => ({ slug }))

export const meta: MetaFunction<'/talks/[slug]'> = ({ params }) => {
  const talk = TALKS.find(({ slug }) => slug === params.slug)
  if (talk === undefined) return {}
  return {
    title: `${talk.name[useI18n().locale]} · ${t('site.name')}`,
    description: t('talk.when', { when: talk.when }),
  }
}

export default function Page({ params }: PageProps<'/talks/[slug]'>) {
  const talk = TALKS.find(({ slug }) => slug === params.slug)
  if (talk === undefined) throw notFound()
  return (
    <article>
      <h1>{talk.name[useI18n().locale]}</h1>
      <p class="lead">{t('talk.when', { when: talk.when })}</p>
      <p>{t('talk.by', { guide: talk.guide, times: talk.times })}</p>
      <ul>
        <li>{t('talk.price', { price: talk.price })}</li>
        <li>{t('talk.free', { share: talk.free })}</li>
      </ul>
      <Seats price={talk.price} />
      <p>
        <a href={href('/')}>{t('talk.back')}</a>
      </p>
    </article>
  )
}
