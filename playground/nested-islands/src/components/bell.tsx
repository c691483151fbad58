import { createSignal } from 'solid-js'

export function Bell() {
  const [rings, setRings] = createSignal(0)
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        interaction
      </span>
      <h3>Bell</h3>
      <p class="soft">Asleep until somebody comes near. The first ring counts, once.</p>
      <button type="button" onClick={() => setRings(rings() + 1)}>
        Ring ({rings()})
      </button>
    </div>
  )
}
