import { api, type Call, FwError } from '@fw/runtime'
import { database } from './database.ts'
import { findProduct, findProducts, type Product, type Search, type SearchResult } from './product.ts'

/** Search the catalogue. Start here: every other tool names products by the `slug` that this one answers. */
export const search = api({
  title: 'Search products',
  readonly: true,
  run: async ({ input }: Call<Search>): Promise<SearchResult> => findProducts(database(), input),
})

/** Everything about one product: description, sizes and materials, price and stock. */
export const product = api({
  title: 'Product details',
  readonly: true,
  run: async ({ input }: Call<ProductQuery>): Promise<Product> => {
    const found = findProduct(database(), input.slug)
    if (found === undefined) throw new FwError('not_found', { message: `Unknown product "${input.slug}".` })
    return found
  },
})

export interface ProductQuery {
  /**
   * As `search` answers it.
   * @example "stoneware-mug"
   */
  slug: string
}
