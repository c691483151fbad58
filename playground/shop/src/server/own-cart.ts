import { type Ctx, revalidateTag } from '@fw/runtime'
import session from '../session.ts'
import { type Cart, createCart, createCartId, hasCart } from './cart.ts'
import { type Db, database } from './database.ts'

/**
 * The caller's cart id. A visitor's first one is sent with the guest session that remembers it. The cart itself is created
 * when something is put into it.
 */
export function ownCartId(ctx: Ctx): string {
  if (ctx.cartId !== undefined) return ctx.cartId
  const cartId = createCartId()
  const account = ctx.userId === undefined ? {} : { userId: ctx.userId, name: ctx.userName }
  ctx.headers.append('set-cookie', session.issue({ ...account, cartId, scopes: [...ctx.scopes] }))
  return cartId
}

/** Changes the caller's cart, also on their open cart pages. */
export async function changeOwn(ctx: Ctx, change: (db: Db, cartId: string) => Cart): Promise<Cart> {
  const [db, cartId] = [database(), ownCartId(ctx)]
  if (!hasCart(db, cartId)) createCart(db, undefined, cartId)
  const cart = change(db, cartId)
  await reportChange(cartId)
  return cart
}

/** Updates the open pages that show this cart. */
export async function reportChange(cartId: string): Promise<void> {
  await revalidateTag(`cart-${cartId}`)
}
