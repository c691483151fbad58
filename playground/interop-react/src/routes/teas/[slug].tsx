import { type MetaProps, notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { Review } from '../../components/review.tsx'
import { TEAS } from '../../teas.ts'

export const meta = ({ params }: MetaProps<'/teas/[slug]'>): PageMeta => ({
  title: `${TEAS.find(({ slug }) => slug === params.slug)?.name ?? 'No tea'} · Tasting room`,
})

export const staticParams = TEAS.map(({ slug }) => ({ slug }))

export default function TeaPage({ params }: PageProps<'/teas/[slug]'>) {
  const tea = TEAS.find(({ slug }) => slug === params.slug)
  if (tea === undefined) notFound()
  return (
    <>
      <section class="intro">
        <h1>{tea.name}</h1>
        <p class="soft">{tea.origin}</p>
        <p class="lead">{tea.text}</p>
      </section>
      <Review tea={tea.name} ratings={tea.ratings} />
    </>
  )
}
