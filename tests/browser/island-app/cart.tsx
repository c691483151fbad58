import { int, intent, obj } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { order } from './shop.api.ts'

export function Cart() {
  const [n, set] = createSignal(0)
  const add = intent('add', {
    description: 'Adds to the cart.',
    input: obj({ qty: int().min(1) }),
    run({ input, ctx }) {
      set(n() + input.qty)
      return { total: n(), origin: ctx.origin }
    },
  })
  intent('drop', { description: 'Empties it.', guard: 'forbidden', run: () => set(0) })
  intent('pay', { description: 'Pays.', guard: 'confirm', run: () => set(-1) })
  intent('order', { description: 'Orders.', run: () => order() })
  intent('fail', {
    description: 'Fails.',
    run() {
      throw new Error('no stock')
    },
  })
  return (
    <div class="cart">
      <b>{n()}</b>
      <button type="button" class="add" onClick={() => add({ qty: 2 })}>
        add
      </button>
      <button type="button" class="order" onClick={() => order()}>
        order
      </button>
    </div>
  )
}
