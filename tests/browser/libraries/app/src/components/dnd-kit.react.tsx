/** @jsxImportSource react */
import { DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable } from '@dnd-kit/sortable'
import { island } from '@fw/runtime/react'
import { useState } from 'react'

/** A list that dnd-kit sorts. */
export const Steps = island(function Steps() {
  const [steps, setSteps] = useState(['Boil', 'Pour', 'Steep'])
  const sensors = useSensors(useSensor(PointerSensor))
  const end = ({ active, over }: DragEndEvent) => {
    if (over) setSteps(arrayMove(steps, steps.indexOf(String(active.id)), steps.indexOf(String(over.id))))
  }
  return (
    <DndContext id="steps" sensors={sensors} onDragEnd={end}>
      <SortableContext items={steps}>
        <ol>
          {steps.map((step) => (
            <Step key={step} step={step} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
})

function Step({ step }: { step: string }) {
  const { attributes, listeners, setNodeRef } = useSortable({ id: step })
  return (
    <li ref={setNodeRef} {...attributes} {...listeners}>
      {step}
    </li>
  )
}
