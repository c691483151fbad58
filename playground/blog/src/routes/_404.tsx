import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Nothing here · Tidewrack', robots: { index: false } }

export default function NotFound() {
  return (
    <section class="intro">
      <h1>Nothing at this mark</h1>
      <p class="lead">The page was moved, or the tide took it.</p>
      <p>
        <a class="button" href="/">
          All notes
        </a>
      </p>
    </section>
  )
}
