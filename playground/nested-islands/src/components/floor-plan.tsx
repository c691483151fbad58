import { createSelector, createSignal, For } from 'solid-js'

/** A drawing on small screens; where there is room for a finger, a thing to press. */
export function FloorPlan(props: { beds: readonly string[] }) {
  const [chosen, setChosen] = createSignal('')
  const isChosen = createSelector(chosen)
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        media
      </span>
      <h3>Floor plan</h3>
      <p class="soft">
        Wakes on wide screens only. {chosen() === '' ? 'Nothing is marked.' : `${chosen()} is marked.`}
      </p>
      <div class="plan">
        <For each={props.beds}>
          {(bed) => (
            <button type="button" class="quiet" aria-pressed={isChosen(bed)} onClick={() => setChosen(bed)}>
              {bed}
            </button>
          )}
        </For>
      </div>
    </div>
  )
}
