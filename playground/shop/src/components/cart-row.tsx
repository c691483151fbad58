import { href } from '@fw/runtime'
import { MOST_OF_ONE } from '../limits.ts'
import { formatMoney } from '../money.ts'
import type { CartLine } from '../server/cart.ts'
import { QuantityField } from './quantity-field.tsx'

export function CartRow(props: { line: CartLine; art: string; onChange: (quantity: number) => void }) {
  return (
    <li class="cart-row">
      <img class="art" src={props.art} alt="" width="96" height="96" />
      <div class="cart-row-text">
        <a href={href('/products/[slug]', { slug: props.line.slug })}>{props.line.name}</a>
        <span class="muted">{formatMoney(props.line.price)} each</span>
      </div>
      <QuantityField
        value={props.line.quantity}
        most={Math.min(props.line.stock, MOST_OF_ONE)}
        label={props.line.name}
        onChange={props.onChange}
      />
      <span class="price cart-row-total">{formatMoney(props.line.total)}</span>
      <button type="button" class="link" onClick={() => props.onChange(0)}>
        Remove
        <span class="visually-hidden"> {props.line.name}</span>
      </button>
    </li>
  )
}
