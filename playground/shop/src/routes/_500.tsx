import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Something broke · Halden' }

/** Renders without the layout, which may have caused the error. */
export default function ErrorPage() {
  return (
    <main class="wrap empty empty-page">
      <p class="big-number">500</p>
      <h1>Something fell off the shelf.</h1>
      <p>It is our fault, and it has been written down. Please try again in a minute.</p>
      <p>
        <a class="button" href="/">
          Back to the shop
        </a>
      </p>
    </main>
  )
}
