import { api, type Call } from '@fw/runtime'

interface Query {
  /**
   * @minLength 2
   * @maxLength 100
   */
  query: string
  /**
   * @integer
   * @minimum 1
   * @maximum 50
   */
  limit?: number
}

interface Product {
  id: string
  name: string
  /** @integer */
  price: number
  inStock: boolean
}

/** Finds products. */
export const search = api({
  readonly: true,
  run: async ({ input: { query, limit = 10 } }: Call<Query>): Promise<{ products: Product[] }> => ({
    products: Array.from({ length: limit }, (_, index) => ({
      id: `p${index}`,
      name: `${query} pot ${index}`,
      price: 1000 + index,
      inStock: index % 3 !== 0,
    })),
  }),
})
