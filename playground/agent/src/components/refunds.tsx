import { useForm } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { formatMoney } from '../describe-call.ts'
import { refund, type TicketDetails } from '../server/tickets.api.ts'
import { FieldError } from './field-error.tsx'
import { Time } from './time.tsx'

/** Pays an order back. */
export function RefundForm(props: { ticket: TicketDetails }) {
  const payment = useForm(refund)
  return (
    <details open={payment.error() !== undefined}>
      <summary>Refund an order</summary>
      <form action={payment} class="stack">
        <p role="alert" class="error">
          {payment.error()}
        </p>
        <input type="hidden" name="id" value={props.ticket.id} />
        <input type="hidden" name="customer" value={props.ticket.customer} />
        <div>
          <label for={payment.field('order').id}>Order</label>
          <input {...payment.field('order')} required maxlength="40" autocomplete="off" />
          <FieldError id={payment.errorId('order')} error={payment.errorAt('order')} />
        </div>
        <div>
          <label for={payment.field('cents').id}>Amount in cents</label>
          <input {...payment.field('cents')} type="number" min="1" max="100000" required />
          <FieldError id={payment.errorId('cents')} error={payment.errorAt('cents')} />
        </div>
        <div>
          <label for="currency">Currency</label>
          <select id="currency" name="currency">
            <For each={['EUR', 'USD', 'GBP'] as const}>
              {(currency) => <option selected={payment.isChosen('currency', currency)}>{currency}</option>}
            </For>
          </select>
        </div>
        <button type="submit">Refund</button>
      </form>
    </details>
  )
}

/** The refunds of a ticket, if it has any. */
export function RefundList(props: { refunds: TicketDetails['refunds'] }) {
  return (
    <Show when={props.refunds.length > 0}>
      <section class="card" aria-labelledby="refunds">
        <h2 id="refunds">Refunds</h2>
        <ul>
          <For each={props.refunds}>
            {({ order, cents, currency, at }) => (
              <li>
                {formatMoney(cents, currency)} for order {order} · <Time at={at} />
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  )
}
