import { createSignal } from 'solid-js'
import { Counter } from './counter.tsx'

/** An island whose own JSX holds a component that is an island elsewhere. */
export function Pair() {
  const [shown, setShown] = createSignal(true)
  return (
    <section>
      <ul>{shown() ? [<Counter start={600} label="inner" />] : []}</ul>
      <button type="button" class="hide" onClick={() => setShown(false)}>
        hide
      </button>
    </section>
  )
}
