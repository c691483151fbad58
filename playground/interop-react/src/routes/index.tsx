import type { PageMeta } from '@fw/runtime'
import { For } from 'solid-js'
import { Badge } from '../components/badge.react.tsx'
import { TEAS } from '../teas.ts'

export const meta: PageMeta = { title: 'Tasting room · Teas' }

export default function Home() {
  const cups = TEAS.flatMap(({ ratings }) => ratings).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <section class="intro">
        <h1>Three teas, many opinions</h1>
        <p class="lead">This page shows a component of React and sends no script: it has nothing to do in a browser.</p>
        <Badge count={cups} />
      </section>
      <ul class="teas">
        <For each={TEAS}>
          {(tea) => (
            <li class="card">
              <h2>
                <a href={`/teas/${tea.slug}`}>{tea.name}</a>
              </h2>
              <p class="soft">{tea.origin}</p>
              <p>{tea.text}</p>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}
