import { createSignal } from 'solid-js'

/** An island of Solid, on a page without React. */
export function SteepingClock() {
  const [minutes, setMinutes] = createSignal(2)
  return (
    <div class="card">
      <p>
        Steep for <output>{minutes()}</output> {minutes() === 1 ? 'minute' : 'minutes'}.
      </p>
      <div class="row">
        <button type="button" class="quiet" disabled={minutes() === 1} onClick={() => setMinutes(minutes() - 1)}>
          Shorter
        </button>
        <button type="button" class="quiet" onClick={() => setMinutes(minutes() + 1)}>
          Longer
        </button>
      </div>
    </div>
  )
}
