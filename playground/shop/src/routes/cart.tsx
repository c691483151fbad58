import type { PageMeta, PageProps } from '@fw/runtime'
import { productArt } from '../art.ts'
import { CartView } from '../components/cart-view.tsx'
import { EmptyCart } from '../components/empty-cart.tsx'
import { get as getCart } from '../server/cart.api.ts'
import { ownCartId } from '../server/own-cart.ts'

export const meta: PageMeta = { title: 'Your cart · Halden', robots: { index: false } }

/** An agent of the visitor may change the cart while the page is open. */
export const live = true

export default async function CartPage({ ctx }: PageProps<'/cart'>) {
  const cart = await getCart({}, { ...ctx, cartId: ownCartId(ctx) })
  const art = Object.fromEntries(cart.lines.map(({ slug }) => [slug, productArt(slug)]))
  return (
    <>
      <h1>Your cart</h1>
      {cart.count === 0 ? <EmptyCart /> : <CartView cart={cart} art={art} signedIn={ctx.userId !== undefined} />}
    </>
  )
}
