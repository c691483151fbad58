import { intent } from '@fw/runtime'
import { createEffect, createSignal, on } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import { showCartCount } from '../cart-count.ts'
import { formatMoney } from '../money.ts'
import { problemOf } from '../problem.ts'
import { type ChangeQuantity, change } from '../server/cart.api.ts'
import type { Cart } from '../server/cart.ts'
import { CartRow } from './cart-row.tsx'
import { Checkout } from './checkout.tsx'
import { EmptyCart } from './empty-cart.tsx'

/** The cart page: lines that can be changed, the total, and the way out. */
export function CartView(props: { cart: Cart; art: Record<string, string>; signedIn: boolean }) {
  const [cart, setCart] = createStore(props.cart)
  const [problem, setProblem] = createSignal('')
  // Rows that stay keep their elements, and with them the focus.
  const show = (next: Cart) => setCart(reconcile(next, { key: 'slug' }))
  // A newer version of the page, after a change elsewhere.
  createEffect(
    on(
      () => props.cart,
      (next) => show(next),
      { defer: true },
    ),
  )

  const setQuantity = intent('setQuantity', {
    description: 'Set how many of a product are in the cart; 0 takes it out.',
    run: async ({ input }: { input: ChangeQuantity }) => {
      const next = await change(input)
      show(next)
      showCartCount(next.count)
      return next
    },
  })

  const changeLine = async (slug: string, quantity: number) => {
    setProblem('')
    try {
      await setQuantity({ slug, quantity })
    } catch (error) {
      setProblem(problemOf(error))
    }
  }

  // A plain `map` does for lines of a store: it runs again when lines come or go, and a changed line updates in place.
  return (
    <>
      {cart.count === 0 ? (
        <EmptyCart />
      ) : (
        <div class="cart">
          <ul class="cart-lines" aria-busy={setQuantity.pending()}>
            {cart.lines.map((line) => (
              <CartRow
                line={line}
                art={props.art[line.slug] ?? ''}
                onChange={(quantity) => changeLine(line.slug, quantity)}
              />
            ))}
          </ul>
          <section class="summary" aria-label="Summary">
            <dl>
              <dt>Items</dt>
              <dd>{cart.count}</dd>
              <dt>Delivery</dt>
              <dd>Free</dd>
              <dt class="summary-total">Total</dt>
              <dd class="summary-total">{formatMoney(cart.total)}</dd>
            </dl>
            <Checkout total={cart.total} signedIn={props.signedIn} />
            <p class="problem" role="alert">
              {problem()}
            </p>
          </section>
        </div>
      )}
    </>
  )
}
