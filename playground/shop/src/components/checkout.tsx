import { href } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { formatMoney } from '../money.ts'
import { problemOf } from '../problem.ts'
import { checkout } from '../server/orders.api.ts'

/** Orders the cart. Sends the total that people read on the button, so that nobody pays a price they did not see. */
export function Checkout(props: { total: number; signedIn: boolean }) {
  const [email, setEmail] = createSignal('')
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal('')

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      const order = await checkout(props.signedIn ? { total: props.total } : { total: props.total, email: email() })
      location.assign(href('/orders/[id]', { id: order.id }))
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  return (
    <form class="checkout" onSubmit={submit}>
      {props.signedIn ? null : (
        <>
          <div class="field">
            <label for="checkout-email">Email for the receipt</label>
            <input
              id="checkout-email"
              type="email"
              autocomplete="email"
              required
              value={email()}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          </div>
          <p class="muted small">
            Or <a href="/login?next=/cart">sign in</a> to keep your orders in one place.
          </p>
        </>
      )}
      <button class="button button-wide" type="submit" disabled={busy()}>
        Place order · {formatMoney(props.total)}
      </button>
      <p class="problem" role="alert">
        {problem()}
      </p>
    </form>
  )
}
