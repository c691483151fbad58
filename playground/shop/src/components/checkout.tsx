import { type Email, href, intent, useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { formatMoney } from '../money.ts'
import { problemOf } from '../problem.ts'
import { checkout } from '../server/orders.api.ts'

interface OrderCart {
  /** Where the receipt goes. Default: what the form says. Customers who are signed in need none. */
  email?: Email
}

/** Orders the cart. Sends the total on the button, so that people never pay a price that they did not see. */
export function Checkout(props: { total: number; signedIn: boolean }) {
  const form = useForm(checkout)
  const [email, setEmail] = createSignal(form.value('email', '') ?? '')

  const order = intent('order', {
    title: 'Place the order',
    description: 'Order what is in the cart, at the total that this page shows. Waits until a person has approved it.',
    run: async ({ input }: { input: OrderCart }) => {
      const to = input.email ?? email()
      const { id, total } = await checkout({ total: props.total, ...(to !== '' && { email: to }) })
      globalThis.location?.assign(href('/orders/[id]', { id }))
      return { id, total }
    },
  })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // What went wrong is in the line below the button.
    order({}).catch(() => {})
  }

  return (
    <form class="checkout" action={form} onSubmit={submit}>
      <input type="hidden" name="total" value={props.total} />
      {props.signedIn ? null : (
        <>
          <div class="field">
            <label for="checkout-email">Email for the receipt</label>
            <input
              id="checkout-email"
              name="email"
              type="email"
              autocomplete="email"
              required
              aria-invalid={form.errorAt('email') ? 'true' : undefined}
              aria-describedby={form.errorId('email')}
              value={email()}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
            <p class="problem" id={form.errorId('email')}>
              {form.errorAt('email')}
            </p>
          </div>
          <p class="muted small">
            Or <a href="/login?next=/cart">sign in</a> to keep your orders in one place.
          </p>
        </>
      )}
      <button class="button button-wide" type="submit" disabled={order.pending()}>
        Place order · {formatMoney(props.total)}
      </button>
      <p class="problem" role="alert">
        {order.error() ? problemOf(order.error()) : form.error()}
      </p>
    </form>
  )
}
