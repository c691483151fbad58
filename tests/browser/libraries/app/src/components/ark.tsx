import { Accordion } from '@ark-ui/solid/accordion'
import { Dialog } from '@ark-ui/solid/dialog'
import { island } from '@fw/runtime'
import { For } from 'solid-js'
import { Portal } from 'solid-js/web'
import { PotCounter } from './pot-counter.tsx'

const QUESTIONS = [
  { id: 'how', question: 'How long?', text: 'Three minutes.' },
  { id: 'hot', question: 'How hot?', text: 'Eighty degrees.' },
]

function Parts() {
  return (
    <section>
      <Accordion.Root defaultValue={['how']}>
        <For each={QUESTIONS}>
          {(item) => (
            <Accordion.Item value={item.id}>
              <Accordion.ItemTrigger>{item.question}</Accordion.ItemTrigger>
              <Accordion.ItemContent>{item.text}</Accordion.ItemContent>
            </Accordion.Item>
          )}
        </For>
      </Accordion.Root>
      <PotCounter />
      <Dialog.Root>
        <Dialog.Trigger>Open</Dialog.Trigger>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Title>A dialog of Ark UI</Dialog.Title>
              <Dialog.CloseTrigger>Close</Dialog.CloseTrigger>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </section>
  )
}

/** Parts of Ark UI: an accordion, a number input and a dialog. */
export const ArkParts = island(Parts, { when: 'load' })
