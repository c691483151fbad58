import { createSignal, For } from 'solid-js'
import type { Harvest } from '../plan.ts'

export function HarvestChart(props: { months: readonly Harvest[] }) {
  const [pounds, setPounds] = createSignal(false)
  const weight = (kilograms: number) => (pounds() ? `${Math.round(kilograms * 2.2)} lb` : `${kilograms} kg`)
  return (
    <section class="card chart" aria-labelledby="harvest">
      <span class="state" aria-hidden="true">
        visible
      </span>
      <header class="zone-head">
        <h2 id="harvest">Harvest</h2>
        <button type="button" class="quiet" aria-pressed={pounds()} onClick={() => setPounds(!pounds())}>
          In pounds
        </button>
      </header>
      <p class="soft">Wakes when it comes into view.</p>
      <ol class="bars">
        <For each={props.months}>
          {(month) => (
            <li>
              <span>{month.month}</span>
              <svg viewBox="0 0 20 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={month.kilograms} height="1" />
              </svg>
              <span>{weight(month.kilograms)}</span>
            </li>
          )}
        </For>
      </ol>
    </section>
  )
}
