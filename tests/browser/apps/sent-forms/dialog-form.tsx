import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { save } from './shop.api.ts'

export function DialogForm() {
  const [saved, setSaved] = createSignal('')
  const form = useForm(save, { name: 'island', onDone: setSaved })
  return (
    <dialog open>
      <form action={form} id="form">
        <input name="title" value="Important" />
        <button type="submit" formmethod="dialog">
          Cancel
        </button>
        <button type="submit" formmethod="get" formaction="/preview">
          Preview
        </button>
        <button type="submit" formtarget="_blank">
          Tab
        </button>
        <output>{saved()}</output>
      </form>
    </dialog>
  )
}
