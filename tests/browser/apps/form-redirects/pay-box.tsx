import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { pay } from './pay.api.ts'

/** Sends its form with the state of `useForm`. */
export function PayBox() {
  const form = useForm(pay, { name: 'box' })
  const [order, setOrder] = createSignal('box')
  return (
    <form action={form} id="box">
      <input name="order" value={order()} onInput={(event) => setOrder(event.currentTarget.value)} />
      <button type="submit" disabled={form.pending()}>
        Box
      </button>
      <b>{form.error()}</b>
    </form>
  )
}
