import { api, type Call, type Email, type Int, type Money } from '@fw/runtime'

/** What a search asks for. */
interface SearchInput {
  /**
   * Words to look for.
   * @minLength 1
   */
  q: string
  /** @default 10 @maximum 50 */
  limit?: Int
  sort?: 'price' | 'name'
}

interface Product {
  id: string
  name: string
  price: Money
  added: Date
}

/** Finds products by words. */
export const search = api({
  readonly: true,
  run: async ({ input }: Call<SearchInput>): Promise<Product[]> => (input.q === '' ? [] : []),
})

/** Sends the receipt of an order. */
export const receipt = api<{ order: string; to: Email | null }, { sent: boolean }>({
  guard: 'confirm',
  scopes: ['orders'],
  run: async ({ input }) => ({ sent: input.to !== null }),
})

/** Says that the shop is open. */
export const status = api({
  run: async () => ({ open: true as boolean }),
})
