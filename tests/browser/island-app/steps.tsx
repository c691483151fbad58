import { createSignal, For, Show } from 'solid-js'
import { Card } from './card.tsx'
import { Counter } from './counter.tsx'

/** An island that renders components which are islands elsewhere, and static ones. */
export function Steps() {
  const [steps, set] = createSignal([1, 2])
  return (
    <div class="steps">
      <Card title="steps">
        <For each={steps()}>{(step) => <Counter start={step} label={`step ${step}`} />}</For>
      </Card>
      <Show when={steps().length > 2} fallback={<Counter start={0} label="few" />}>
        <Counter start={0} label="many" />
      </Show>
      <button type="button" class="more" onClick={() => set([...steps(), steps().length + 1])}>
        more
      </button>
    </div>
  )
}
