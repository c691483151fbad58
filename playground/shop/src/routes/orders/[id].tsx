import { href, notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { For } from 'solid-js'
import { productArt } from '../../art.ts'
import { Price } from '../../components/price.tsx'
import { formatDate } from '../../date.ts'
import { database } from '../../server/database.ts'
import { findOrder } from '../../server/order.ts'

export const meta: PageMeta = { title: 'Your order · Halden', robots: { index: false } }

/** Reads the data directly instead of `orders.get`: guests lack its scope, but may see their own orders. */
export default function OrderPage({ ctx, params }: PageProps<'/orders/[id]'>) {
  const order = findOrder(database(), params.id, ctx) ?? notFound()
  return (
    <>
      <div class="order-head">
        <h1>Order {order.id}</h1>
        <p class="lead">
          Thank you. We have your order of{' '}
          <time datetime={order.placedAt.toISOString()}>{formatDate(order.placedAt)}</time>; the receipt is on its way
          to {order.email}.
        </p>
      </div>
      <ul class="cart-lines receipt">
        <For each={order.lines}>
          {(line) => (
            <li class="cart-row">
              <img class="art" src={productArt(line.slug)} alt="" width="96" height="96" />
              <div class="cart-row-text">
                <a href={href('/products/[slug]', { slug: line.slug })}>{line.name}</a>
                <span class="muted">
                  {line.quantity} × <Price cents={line.price} />
                </span>
              </div>
              <Price cents={line.price * line.quantity} class="cart-row-total" />
            </li>
          )}
        </For>
        <li class="receipt-total">
          <span>Total</span>
          <Price cents={order.total} />
        </li>
      </ul>
      <p>
        <a class="button button-quiet" href="/">
          Back to the shop
        </a>
      </p>
    </>
  )
}
