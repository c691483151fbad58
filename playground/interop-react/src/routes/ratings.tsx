import type { PageMeta } from '@fw/runtime'
import { For } from 'solid-js'
import { RatingChart } from '../components/rating-chart.react.tsx'
import { TEAS } from '../teas.ts'

export const meta: PageMeta = { title: 'Ratings · Tasting room' }

export default function Ratings() {
  return (
    <>
      <section class="intro">
        <h1>Ratings</h1>
        <p class="lead">Each chart is an island of React. It starts when it is in view.</p>
      </section>
      <div class="charts">
        <For each={TEAS}>
          {(tea) => (
            <section class="card" aria-label={tea.name}>
              <RatingChart name={tea.name} ratings={tea.ratings} />
            </section>
          )}
        </For>
      </div>
    </>
  )
}
