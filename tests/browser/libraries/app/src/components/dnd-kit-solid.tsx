import { move } from '@dnd-kit/helpers'
import { DragDropProvider } from '@dnd-kit/solid'
import { useSortable } from '@dnd-kit/solid/sortable'
import { createSignal, For } from 'solid-js'

/** A list that dnd-kit sorts. */
export function Steps() {
  const [steps, setSteps] = createSignal(['Boil', 'Pour', 'Steep'])
  return (
    <DragDropProvider onDragEnd={(event) => setSteps((items) => move(items, event))}>
      <ol>
        <For each={steps()}>{(step, index) => <Step step={step} index={index()} />}</For>
      </ol>
    </DragDropProvider>
  )
}

function Step(props: { step: string; index: number }) {
  const { ref } = useSortable({
    get id() {
      return props.step
    },
    get index() {
      return props.index
    },
  })
  return <li ref={ref}>{props.step}</li>
}
