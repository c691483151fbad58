import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Not here · Tasting room' }

export default function NotFound() {
  return (
    <section class="intro">
      <h1>This cup is empty</h1>
      <p class="lead">
        There is no such page. Go back to <a href="/">the teas</a>.
      </p>
    </section>
  )
}
