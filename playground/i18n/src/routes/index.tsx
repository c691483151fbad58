import { href, t, useI18n } from '@fw/runtime'
import { For } from 'solid-js'
import { TALKS } from '../talks.ts'

export const meta = () => ({ title: `${t('home.title')} · ${t('site.name')}`, description: t('home.description') })

export default function Home() {
  const { locale, date } = useI18n()
  return (
    <>
      <h1>{t('home.title')}</h1>
      <p class="lead">{t('home.lead', { count: TALKS.length, from: TALKS[0]?.when ?? 0 })}</p>
      <h2>{t('home.program')}</h2>
      <ol class="program">
        <For each={TALKS}>
          {(talk) => (
            <li>
              <time datetime={talk.when.toISOString()}>{date(talk.when, { dateStyle: 'medium' })}</time>
              <a href={href('/talks/[slug]', { slug: talk.slug })}>{talk.name[locale]}</a>
            </li>
          )}
        </For>
      </ol>
    </>
  )
}
