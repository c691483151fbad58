import { createSignal } from 'solid-js'

const DAYS = ['Sow beans', 'Turn the compost', 'Rest', 'Prune the vine', 'Pot on the basil', 'Wash the glass', 'Rest']

export function Almanac() {
  const [day, setDay] = createSignal(0)
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        idle
      </span>
      <h3>Almanac</h3>
      <p class="soft">Wakes when the browser has nothing else to do.</p>
      <p class="reading" aria-live="polite">
        {DAYS[day()]}
      </p>
      <button type="button" onClick={() => setDay((day() + 1) % DAYS.length)}>
        Next day
      </button>
    </div>
  )
}
