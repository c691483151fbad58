import type { PageMeta } from '@fw/runtime'
import { QuickFind } from '../components/quick-find.tsx'

export const meta: PageMeta = { title: 'Not here · Halden' }

export default function NotFoundPage() {
  return (
    <div class="empty empty-page">
      <p class="big-number">404</p>
      <h1>We do not stock this page.</h1>
      <p>It may have sold out for good, or the address has a typo.</p>
      <QuickFind label="What were you looking for?" />
      <p>
        <a class="button button-quiet" href="/">
          Back to the shop
        </a>
      </p>
    </div>
  )
}
