import type { Ctx } from '@fw/runtime'
import session from '../session.ts'
import { createCart, hasCart } from './cart.ts'
import { database } from './database.ts'

/** The caller's cart id. A visitor's first one makes a cart and sends the guest session that remembers it. */
export function ownCart(ctx: Ctx): string {
  if (ctx.cartId !== undefined && hasCart(database(), ctx.cartId)) return ctx.cartId
  const cartId = createCart(database())
  const account = ctx.userId === undefined ? {} : { userId: ctx.userId, name: ctx.userName }
  ctx.headers.append('set-cookie', session.issue({ ...account, cartId, scopes: [...ctx.scopes] }))
  return cartId
}
