import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Not found · Notes', robots: { index: false } }

export default function NotFound() {
  return (
    <>
      <h1>Not found</h1>
      <p>
        <a href="/">All notes</a>
      </p>
    </>
  )
}
