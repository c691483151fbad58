import { useStore } from '@fw/runtime'
import { cart, visits } from './stores.ts'

export function Totals() {
  const [seen, { raise }] = useStore(visits)
  const [inCart, { raise: add }] = useStore(cart)
  return (
    <p class="totals">
      <button type="button" class="raise" onClick={() => raise()}>
        visits {seen.n}
      </button>
      <button type="button" class="add" onClick={() => add()}>
        cart {inCart.n}
      </button>
    </p>
  )
}
