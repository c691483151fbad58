import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { pay } from './shop.api.ts'

export function PayForm() {
  const [count] = createSignal(0)
  const form = useForm(pay, { name: 'pay' })
  return (
    <form action={form} id="form">
      <input name="amount" value="7" />
      <button type="submit">Pay</button>
      <output>{form.pending() ? 'sending' : count()}</output>
    </form>
  )
}
