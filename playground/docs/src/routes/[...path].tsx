import { type MetaProps, notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { Neighbours, Shell } from '../components/shell.tsx'
import { findChapter, readChapters } from '../library.ts'
import { renderChapter, sectionsOf } from '../markdown.ts'

export const staticParams = () => readChapters().flatMap(({ path }) => (path === '' ? [] : [{ path }]))

export function meta({ params }: MetaProps<'/[...path]'>): PageMeta {
  const chapter = findChapter(params.path)
  if (chapter === undefined) return {}
  const [first] = sectionsOf(chapter)
  const description = /^.{40,}?[.:](?= |$)/.exec(first?.text ?? '')?.[0] ?? first?.text.slice(0, 160)
  return {
    title: `${chapter.title} · fw`,
    canonical: `/${chapter.path}`,
    ...(description !== undefined && description !== '' && { description }),
  }
}

export default function ChapterPage({ params }: PageProps<'/[...path]'>) {
  const chapter = findChapter(params.path)
  if (chapter === undefined || chapter.path === '') return notFound()
  const { html, headings } = renderChapter(chapter)
  return (
    <Shell path={chapter.path} headings={headings}>
      <article>
        <h1>{chapter.title}</h1>
        <div class="prose" innerHTML={html} />
      </article>
      <Neighbours path={chapter.path} />
    </Shell>
  )
}
