/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { Accordion, Dialog, Switch } from 'radix-ui'
import { useState } from 'react'

/** Parts of Radix: an accordion, a switch and a dialog. */
export const RadixParts = island(function RadixParts() {
  const [isOn, setOn] = useState(false)
  return (
    <section>
      <Accordion.Root type="single" defaultValue="one">
        <Accordion.Item value="one">
          <Accordion.Header>
            <Accordion.Trigger>Tea</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>Steep it.</Accordion.Content>
        </Accordion.Item>
        <Accordion.Item value="two">
          <Accordion.Header>
            <Accordion.Trigger>Coffee</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>Brew it.</Accordion.Content>
        </Accordion.Item>
      </Accordion.Root>
      <Switch.Root aria-label="Sound" checked={isOn} onCheckedChange={setOn}>
        <Switch.Thumb />
      </Switch.Root>
      <output>Sound {isOn ? 'on' : 'off'}</output>
      <Dialog.Root>
        <Dialog.Trigger>Open</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content aria-describedby={undefined}>
            <Dialog.Title>A dialog of Radix</Dialog.Title>
            <Dialog.Close>Close</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </section>
  )
})
