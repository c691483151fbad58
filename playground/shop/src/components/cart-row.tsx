import { href, useForm } from '@fw/runtime'
import { MAX_QUANTITY } from '../limits.ts'
import { formatMoney } from '../money.ts'
import { change, remove } from '../server/cart.api.ts'
import type { CartLine } from '../server/cart.ts'
import { QuantityField } from './quantity-field.tsx'

/** Two forms, which a browser sends by itself where no script takes them. */
export function CartRow(props: { line: CartLine; art: string; onChange: (quantity: number) => void }) {
  const form = useForm(change, { name: props.line.slug })
  const removal = useForm(remove, { name: props.line.slug })
  const send = (quantity: () => number) => (event: SubmitEvent) => {
    event.preventDefault()
    props.onChange(quantity())
  }
  return (
    <li class="cart-row">
      <img class="art" src={props.art} alt="" width="96" height="96" />
      <div class="cart-row-text">
        <a href={href('/products/[slug]', { slug: props.line.slug })}>{props.line.name}</a>
        <span class="muted">{formatMoney(props.line.price)} each</span>
      </div>
      <form action={form} onSubmit={send(() => props.line.quantity)}>
        <input type="hidden" name="slug" value={props.line.slug} />
        <QuantityField
          value={props.line.quantity}
          most={Math.min(props.line.stock, MAX_QUANTITY)}
          label={props.line.name}
          onChange={props.onChange}
        />
        <noscript>
          <button class="button button-quiet" type="submit">
            Update
          </button>
        </noscript>
        <p class="problem">{form.error()}</p>
      </form>
      <span class="price cart-row-total">{formatMoney(props.line.total)}</span>
      <form action={removal} onSubmit={send(() => 0)}>
        <input type="hidden" name="slug" value={props.line.slug} />
        <button type="submit" class="link">
          Remove
          <span class="visually-hidden"> {props.line.name}</span>
        </button>
      </form>
    </li>
  )
}
