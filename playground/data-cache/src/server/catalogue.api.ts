import { api, type Call, cached, FwError } from '@fw/runtime'
import { type Bean, readBean, readBeans, writePrice } from '../beans.ts'

const HOUR_S = 3600

const keptBeans = cached(readBeans, { ttl: HOUR_S, tags: ['beans'] })
const keptBean = cached(readBean, { ttl: HOUR_S, tags: (slug) => [`bean-${slug}`] })

/** All coffees with their prices. */
export const list = api({
  readonly: true,
  run: async (_call: Call): Promise<readonly Bean[]> => keptBeans(),
})

/** One coffee. */
export const find = api({
  readonly: true,
  run: async ({ input }: Call<{ slug: string }>): Promise<Bean | null> => (await keptBean(input.slug)) ?? null,
})

/** Set the price of a coffee. The pages that show it are rendered again. */
export const setPrice = api({
  guard: 'confirm',
  invalidates: ['beans', 'bean-[slug]'],
  run: async ({ input }: Call<NewPrice>): Promise<{ price: number }> => {
    if (!writePrice(input.slug, input.price))
      throw new FwError('invalid_input', { issues: [{ path: 'slug', message: 'Unknown coffee.' }] })
    return { price: input.price }
  },
})

export interface NewPrice {
  slug: string
  /**
   * Of 250 g, in cents.
   * @minimum 1
   * @maximum 100000
   */
  price: number
}
