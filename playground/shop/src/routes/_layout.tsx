import type { LayoutProps } from '@fw/runtime'
import { SiteHeader } from '../components/site-header.tsx'
import { readCart } from '../server/cart.ts'
import { database } from '../server/database.ts'

export default function RootLayout({ ctx, children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader
        path={ctx.path}
        category={ctx.path === '/' ? ctx.query.get('category') : null}
        userName={ctx.userName}
        cartCount={readCart(database(), ctx.cartId).count}
      />
      <main id="main" class="wrap">
        {children}
      </main>
      <footer class="site-footer">
        <div class="wrap site-footer-row">
          <p>
            <strong class="wordmark">Halden</strong>
            <br />
            Well-made things, sent in paper.
          </p>
          <p class="muted small">
            A demo shop: nothing here is for sale, and nothing is charged.
            <br />
            Agents are welcome at <code>/_fw/mcp</code>.
          </p>
        </div>
      </footer>
    </>
  )
}
