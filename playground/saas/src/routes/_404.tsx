import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Not found · Cadence', robots: { index: false } }

export default function NotFoundPage() {
  return (
    <div class="narrow">
      <h1>Not found</h1>
      <p>
        <a href="/app">Your projects</a>
      </p>
    </div>
  )
}
