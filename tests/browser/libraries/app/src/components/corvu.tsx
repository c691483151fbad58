import Dialog from '@corvu/dialog'
import Drawer from '@corvu/drawer'
import { island } from '@fw/runtime'
import { Questions } from './corvu-accordion.tsx'

function Parts() {
  return (
    <section>
      <Questions />
      <Dialog>
        <Dialog.Trigger>Open dialog</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Content>
            <Dialog.Label>A dialog of corvu</Dialog.Label>
            <Dialog.Close>Close</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog>
      <Drawer>
        <Drawer.Trigger>Open drawer</Drawer.Trigger>
        <Drawer.Portal>
          <Drawer.Content>
            <Drawer.Label>A drawer of corvu</Drawer.Label>
          </Drawer.Content>
        </Drawer.Portal>
      </Drawer>
    </section>
  )
}

/** Parts of corvu: an accordion, a dialog and a drawer. */
export const CorvuParts = island(Parts, { when: 'load' })
