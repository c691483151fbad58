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

/** The quantity and the button of a product page. */
export function AddToCart(props: { slug: string; name: string; most: number }) {
  const [quantity, setQuantity] = createSignal(1)
  const [inCart, setInCart] = createSignal(0)
  const [problem, setProblem] = createSignal('')

  const add = intent('add', {
    description: 'Put the product of this page into the cart.',
    run: async ({ input }: { input: Add }) => {
      const cart = await addToCart({ slug: props.slug, quantity: input.quantity ?? quantity() })
      setInCart(cart.lines.find((line) => line.slug === props.slug)?.quantity ?? 0)
      showCartCount(cart.count)
      return { count: cart.count, total: cart.total }
    },
  })

  const press = async () => {
    setProblem('')
    try {
      await add({})
    } catch (error) {
      setProblem(problemOf(error))
    }
  }

  return (
    <div class="buy">
      <QuantityField
        value={quantity()}
        min={1}
        max={props.most}
        label={`How many: ${props.name}`}
        onChange={setQuantity}
      />
      <button class="button button-wide" type="button" disabled={add.pending()} onClick={press}>
        Add to cart
      </button>
      <p class="buy-status" role="status">
        {inCart() > 0 && problem() === '' ? (
          <>
            {inCart()} in your cart. <a href="/cart">Go to cart</a>
          </>
        ) : null}
        {problem() !== '' ? <span class="problem">{problem()}</span> : null}
      </p>
    </div>
  )
}
