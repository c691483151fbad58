import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Not here · Glasshouse' }

export default function NotFound() {
  return (
    <>
      <h1>Nothing grows here</h1>
      <p class="lead">
        This path leads out of the house. Go back to <a href="/">the beds</a>.
      </p>
    </>
  )
}
