import {
  closestCenter,
  createSortable,
  DragDropProvider,
  DragDropSensors,
  SortableProvider,
} from '@thisbeyond/solid-dnd'
import { createSignal, For } from 'solid-js'

/** A list that solid-dnd sorts. */
export function Steps() {
  const [steps, setSteps] = createSignal(['Boil', 'Pour', 'Steep'])
  return (
    <DragDropProvider
      collisionDetector={closestCenter}
      onDragEnd={({ draggable, droppable }) => {
        if (!droppable) return
        const next = steps().filter((step) => step !== draggable.id)
        next.splice(steps().indexOf(String(droppable.id)), 0, String(draggable.id))
        setSteps(next)
      }}
    >
      <DragDropSensors />
      <ol>
        <SortableProvider ids={steps()}>
          <For each={steps()}>{(step) => <Step step={step} />}</For>
        </SortableProvider>
      </ol>
    </DragDropProvider>
  )
}

function Step(props: { step: string }) {
  const sortable = createSortable(props.step)
  return (
    <li ref={sortable.ref} {...sortable.dragActivators}>
      {props.step}
    </li>
  )
}
