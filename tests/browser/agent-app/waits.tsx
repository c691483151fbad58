import { int, intent, obj, useForm } from '@fw/runtime'
import { order, pay } from './shop.api.ts'

/** Calls that begin once their code, or a response, has arrived. */
export function Waits() {
  intent('idle', { description: 'Does nothing.', run: () => true })
  const charge = intent('charge', {
    description: 'Pays.',
    input: obj({ cents: int() }),
    run: ({ input }) => pay(input),
  })
  const form = useForm(order, { onDone: () => void pay({ cents: 8 }).catch(() => {}) })
  return (
    <section>
      <button type="button" onClick={() => charge({ cents: 7 }).catch(() => {})}>
        Charge
      </button>
      <form action={form}>
        <input {...form.field('item')} aria-label="Item" />
        <button type="submit">Order</button>
      </form>
    </section>
  )
}
