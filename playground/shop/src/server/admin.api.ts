import { api, type Call, FwError, type Int, type Money } from '@fw/runtime'
import { type AgentCall, listCalls } from './audit.ts'
import { database } from './database.ts'
import { addStock, changePrice, type Product } from './product.ts'

/** Put a delivery on the shelf. For the shop's own people: no agent sees or calls it. */
export const restock = api({
  guard: 'forbidden',
  scopes: ['admin'],
  run: async ({ input }: Call<Restock>): Promise<Product> =>
    known(addStock(database(), input.slug, input.quantity), input.slug),
})

/** Change the price of a product. Carts that hold it show the new price at once. */
export const reprice = api({
  guard: 'forbidden',
  scopes: ['admin'],
  invalidates: ['prices'],
  run: async ({ input }: Call<Reprice>): Promise<Product> =>
    known(changePrice(database(), input.slug, input.price), input.slug),
})

/** What agents did in this shop, newest first. */
export const agentCalls = api({
  guard: 'forbidden',
  scopes: ['admin'],
  readonly: true,
  run: async ({ input }: Call<ListCalls>): Promise<AgentCall[]> => listCalls(database(), input.limit ?? 50),
})

export interface ListCalls {
  /**
   * @minimum 1
   * @maximum 500
   * @default 50
   */
  limit?: Int
}

export interface Restock {
  slug: string
  /**
   * How many came in.
   * @minimum 1
   * @maximum 10000
   */
  quantity: Int
}

export interface Reprice {
  slug: string
  /** New price of one, in cents. */
  price: Money
}

function known(product: Product | undefined, slug: string): Product {
  if (product === undefined) throw new FwError('not_found', { message: `Unknown product "${slug}".` })
  return product
}
