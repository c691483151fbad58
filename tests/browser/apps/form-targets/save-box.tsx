import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { save } from './account.api.ts'

/** Sends its form with the state of `useForm`. */
export function SaveBox() {
  const form = useForm(save, { name: 'box' })
  const [title, setTitle] = createSignal('box')
  return (
    <form action={form} id="box">
      <input name="title" value={title()} onInput={(event) => setTitle(event.currentTarget.value)} />
      <button type="submit" disabled={form.pending()}>
        Box
      </button>
      <b>{form.error()}</b>
    </form>
  )
}
