import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Not found · Support desk', robots: { index: false } }

export default function NotFound() {
  return (
    <div class="narrow">
      <h1>Not found</h1>
      <p>
        This page doesn't exist. <a href="/">Write to us</a>
      </p>
    </div>
  )
}
