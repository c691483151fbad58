// @file src/server/shop.api.ts
import { api, type Call } from '@fw/runtime'
import { products } from '../products.ts'

interface SearchInput {
  /**
   * Words of the name.
   * @minLength 1
   * @maxLength 80
   */
  text: string
  /**
   * @integer
   * @exclusiveMinimum 0
   */
  limit?: number
  sort?: 'price' | 'name'
  /** @maxItems 5 */
  tags: string[]
  /**
   * @minLength 2
   * @maxLength 2
   */
  country: string
  within: {
    /** @minimum 0 */
    min: number
    max: number
  } | null
}

/** Find products. */
export const search = api({
  readonly: true,
  run: async ({ input }: Call<SearchInput>) => products.filter(({ name }) => name.includes(input.text)),
})

interface RemoveInput {
  /** @format uuid */
  id: string
}

// A comment that stays.
export const remove = api({ guard: 'confirm', async run({ input, ctx }: Call<RemoveInput>) { return { id: input.id, by: ctx.userId } } })
