import { api, type Call, type Int } from '@fw/runtime'
import { addToCart, type Cart, changeCart, readCart } from './cart.ts'
import { database } from './database.ts'
import { changeOwn } from './own-cart.ts'

/** The caller's cart: lines, number of items and total. */
export const get = api({
  title: 'Show the cart',
  readonly: true,
  tags: ({ ctx }) => ['prices', `cart-${ctx.cartId}`],
  run: async ({ ctx }: Call): Promise<Cart> => readCart(database(), ctx.cartId),
})

/** Put a product into the caller's cart, on top of what is already there. */
export const add = api({
  title: 'Add to cart',
  run: async ({ input, ctx }: Call<AddToCart>): Promise<Cart> =>
    changeOwn(ctx, (db, cartId) => addToCart(db, cartId, input.slug, input.quantity ?? 1)),
  leadsTo: () => '/cart',
})

/** Set how many of a product are in the cart. */
export const change = api({
  title: 'Change a quantity',
  run: async ({ input, ctx }: Call<ChangeQuantity>): Promise<Cart> =>
    changeOwn(ctx, (db, cartId) => changeCart(db, cartId, input.slug, input.quantity)),
})

/** Take a product out of the cart. */
export const remove = api({
  title: 'Remove from cart',
  run: async ({ input, ctx }: Call<RemoveFromCart>): Promise<Cart> =>
    changeOwn(ctx, (db, cartId) => changeCart(db, cartId, input.slug, 0)),
})

export interface AddToCart {
  /** As `catalogue.search` answers it. */
  slug: string
  /**
   * @minimum 1
   * @maximum 20
   * @default 1
   */
  quantity?: Int
}

export interface ChangeQuantity {
  /** Of a line in the cart. */
  slug: string
  /**
   * 0 takes the product out.
   * @minimum 0
   * @maximum 20
   */
  quantity: Int
}

export interface RemoveFromCart {
  /** Of a line in the cart. */
  slug: string
}
