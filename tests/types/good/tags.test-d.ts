import { api, type CachePolicy, type CacheTag, type Call, cached, cachePolicy, revalidateTag } from '@fw/runtime'
import { expectType } from '../equal.ts'

expectType<CacheTag, 'orders' | 'a`${b}\\' | `order-${string}` | `shop:${string}/${string}`>(true)

declare const id: string
declare const number: number
declare const sent: string

revalidateTag('orders')
revalidateTag('order-7')
revalidateTag(`order-${id}`)
revalidateTag(`order-${number}`)
revalidateTag(sent as CacheTag)

/** Changes an order. */
export const change = api({
  invalidates: ['orders', 'order-[id]'],
  run: ({ input }: Call<{ id: string }>) => input.id,
})

// Where tags are declared, any text is one.
export const cache: CachePolicy = { scope: 'public', tags: ['news', 'order-[id]'] }
export const policy = cachePolicy({ scope: 'public', tags: ['more-news'] })
export const read = cached(async (key: string) => key, { ttl: 1, tags: (key) => [`key-${key}`, 'orders'] })
