import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { add } from './account.api.ts'

/** Adds with the state of `useForm`. */
export function AddBox() {
  const form = useForm(add, { name: 'add-box' })
  const [count, setCount] = createSignal(0)
  return (
    <form action={form} id="add-box">
      <input type="hidden" name="to" value="/#item-40" />
      <button type="submit">Add</button>
      <button type="button" onClick={() => setCount(count() + 1)}>
        Clicks {count()}
      </button>
    </form>
  )
}
