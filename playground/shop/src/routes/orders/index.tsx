import { href, type PageMeta, type PageProps } from '@fw/runtime'
import { For } from 'solid-js'
import { LogoutButton } from '../../components/logout-button.tsx'
import { Price } from '../../components/price.tsx'
import { SignInFirst } from '../../components/sign-in-first.tsx'
import { formatDate } from '../../date.ts'
import { list } from '../../server/orders.api.ts'

export const meta: PageMeta = { title: 'Your orders · Halden', robots: { index: false } }

export default async function OrdersPage({ ctx }: PageProps<'/orders'>) {
  if (ctx.userId === undefined) return <SignInFirst next="/orders" />
  const orders = await list({})
  return (
    <>
      <div class="title-row">
        <h1>Your orders</h1>
        <LogoutButton />
      </div>
      {orders.length === 0 ? (
        <div class="empty">
          <p class="lead">Nothing ordered yet.</p>
          <p>
            <a class="button" href="/">
              Look around
            </a>
          </p>
        </div>
      ) : (
        <ul class="orders">
          <For each={orders}>
            {(order) => (
              <li class="order-row">
                <a class="card-link" href={href('/orders/[id]', { id: order.id })}>
                  {order.id}
                </a>
                <time datetime={order.placedAt.toISOString()}>{formatDate(order.placedAt)}</time>
                <span class="muted">{order.count === 1 ? 'One item' : `${order.count} items`}</span>
                <Price cents={order.total} />
              </li>
            )}
          </For>
        </ul>
      )}
    </>
  )
}
