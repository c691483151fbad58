import { href } from '@fw/runtime'
import { For } from 'solid-js'
import { CATEGORIES } from '../category.ts'

/** Static: a page without islands stays without script. `showCartCount` updates the number from an island. */
export function SiteHeader(props: {
  path: string
  category: string | null
  cartCount: number
  userName: string | undefined
}) {
  const current = (path: string) => (props.path === path ? 'page' : undefined)
  return (
    <header class="site-header">
      <div class="wrap site-header-row">
        <a class="wordmark" href="/" aria-current={current('/')}>
          Halden
        </a>
        <nav class="site-nav" aria-label="Departments">
          <For each={Object.entries(CATEGORIES)}>
            {([category, name]) => (
              <a
                href={href('/', {}, { query: { category } })}
                aria-current={props.category === category ? 'page' : undefined}
              >
                {name}
              </a>
            )}
          </For>
        </nav>
        <nav class="site-tools" aria-label="Your shop">
          <a href="/assistant" aria-current={current('/assistant')}>
            Assistant
          </a>
          {props.userName === undefined ? (
            <a href="/login" aria-current={current('/login')}>
              Sign in
            </a>
          ) : (
            <a href="/orders" aria-current={current('/orders')}>
              {props.userName}
              <span class="visually-hidden">, your orders</span>
            </a>
          )}
          <a class="cart-link" href="/cart" aria-current={current('/cart')}>
            Cart{' '}
            <span class="badge" data-cart-count={props.cartCount}>
              {props.cartCount}
            </span>
          </a>
        </nav>
      </div>
    </header>
  )
}
