import { Dialog } from '@kobalte/core/dialog'
import { Select } from '@kobalte/core/select'
import { Tabs } from '@kobalte/core/tabs'
import { createSignal } from 'solid-js'
import { SoundSwitch } from './sound-switch.tsx'

const TEAS = ['Assam', 'Sencha', 'Oolong']

/** Parts of Kobalte: tabs, a switch, a select and a dialog. */
export function KobalteParts() {
  const [tea, setTea] = createSignal<string | null>('Assam')
  return (
    <section>
      <Tabs>
        <Tabs.List>
          <Tabs.Trigger value="tea">Tea</Tabs.Trigger>
          <Tabs.Trigger value="coffee">Coffee</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="tea">Steep it.</Tabs.Content>
        <Tabs.Content value="coffee">Brew it.</Tabs.Content>
      </Tabs>
      <SoundSwitch />
      <Select
        options={TEAS}
        value={tea()}
        onChange={setTea}
        itemComponent={(props) => (
          <Select.Item item={props.item}>
            <Select.ItemLabel>{props.item.rawValue}</Select.ItemLabel>
          </Select.Item>
        )}
      >
        <Select.Trigger aria-label="Choose a tea">
          <Select.Value<string>>{(state) => state.selectedOption()}</Select.Value>
        </Select.Trigger>
        <Select.Portal>
          <Select.Content>
            <Select.Listbox />
          </Select.Content>
        </Select.Portal>
      </Select>
      <p>Tea: {tea()}</p>
      <Dialog>
        <Dialog.Trigger>Open</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content>
            <Dialog.Title>A dialog of Kobalte</Dialog.Title>
            <Dialog.CloseButton>Close</Dialog.CloseButton>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog>
    </section>
  )
}
