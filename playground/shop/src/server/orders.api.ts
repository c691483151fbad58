import { api, type Call, type Email, FwError, href, type Int, type Money } from '@fw/runtime'
import { database } from './database.ts'
import { findOrder, listOrders, type Order, type OrderSummary, placeOrder } from './order.ts'
import { reportChange } from './own-cart.ts'
import { findUser } from './user.ts'

/** Order what is in the cart. Takes the items from stock, empties the cart and charges the total. */
export const checkout = api({
  title: 'Check out',
  guard: 'confirm',
  effect: 'irreversible',
  run: async ({ input, ctx }: Call<Checkout>): Promise<Order> => {
    const user = ctx.userId === undefined ? undefined : findUser(database(), ctx.userId)
    const email = input.email ?? user?.email
    if (email === undefined) {
      const message = 'Say where the receipt should go, or sign in first.'
      throw new FwError('invalid_input', { message, issues: [{ path: 'email', message }] })
    }
    const order = placeOrder(database(), { cartId: ctx.cartId, userId: user?.id, email, total: input.total })
    if (ctx.cartId !== undefined) await reportChange(ctx.cartId)
    return order
  },
  leadsTo: ({ result }) => href('/orders/[id]', { id: result.id }),
})

/** The orders of the signed-in customer, newest first. */
export const list = api({
  title: 'List orders',
  readonly: true,
  scopes: ['orders:read'],
  run: async ({ input, ctx }: Call<ListOrders>): Promise<OrderSummary[]> => {
    if (ctx.userId === undefined) throw new FwError('unauthenticated')
    return listOrders(database(), ctx.userId, input.limit ?? 20)
  },
})

/** One order of the signed-in customer, with its lines. */
export const get = api({
  title: 'Show an order',
  readonly: true,
  scopes: ['orders:read'],
  run: async ({ input, ctx }: Call<OrderQuery>): Promise<Order> => {
    const order = findOrder(database(), input.id, ctx)
    if (order === undefined) throw new FwError('not_found', { message: 'You have no such order.' })
    return order
  },
})

export interface Checkout {
  /** What the cart costs, in cents. Nothing is ordered when it costs something else by now. */
  total: Money
  /** Where the receipt goes. Default: the address of the signed-in customer; guests must say. */
  email?: Email
}

export interface ListOrders {
  /**
   * @minimum 1
   * @maximum 100
   * @default 20
   */
  limit?: Int
}

export interface OrderQuery {
  /**
   * The order number.
   * @example "HD-4F7K-Q2M9"
   */
  id: string
}
