import { type Int, intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { showCartCount } from '../cart-count.ts'
import { problemOf } from '../problem.ts'
import { add as addToCart } from '../server/cart.api.ts'
import { QuantityField } from './quantity-field.tsx'

interface Add {
  /**
   * How many. Default: what the page shows.
   * @minimum 1
   * @maximum 20
   */
  quantity?: Int
}

/** The quantity and the button in the form of a product page, which the browser sends by itself where no script takes it. */
export function AddToCart(props: { slug: string; name: string; most: number }) {
  const [quantity, setQuantity] = createSignal(1)
  const [count, setCount] = createSignal(0)

  const add = intent('add', {
    description: 'Put the product of this page into the cart.',
    run: async ({ input }: { input: Add }) => {
      const cart = await addToCart({ slug: props.slug, quantity: input.quantity ?? quantity() })
      setCount(cart.count)
      showCartCount(cart.count)
      return { count: cart.count, total: cart.total }
    },
  })

  const status = () => {
    if (add.error()) return problemOf(add.error())
    return count() ? `${count()} in your cart.` : ''
  }

  return (
    <div class="buy">
      <QuantityField value={quantity()} most={props.most} label={props.name} onChange={setQuantity} />
      {/* What went wrong is in the status line. */}
      <button
        class="button button-wide"
        type="submit"
        disabled={add.pending()}
        onClick={(event) => {
          event.preventDefault()
          add({}).catch(() => {})
        }}
      >
        Add to cart
      </button>
      <p class={add.error() ? 'problem' : ''} role="status">
        {status()}{' '}
        <a href="/cart" hidden={!count()}>
          Go to cart
        </a>
      </p>
    </div>
  )
}
