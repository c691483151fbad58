import type { PageMeta } from '@fw/runtime'
import { SteepingClock } from '../components/steeping-clock.tsx'

export const meta: PageMeta = { title: 'Steeping · Tasting room' }

export default function Steeping() {
  return (
    <>
      <section class="intro">
        <h1>Steeping</h1>
        <p class="lead">An island of Solid: nothing of React is loaded for this page.</p>
      </section>
      <SteepingClock />
    </>
  )
}
