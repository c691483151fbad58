import { api, type CacheTag, revalidateTag } from '@fw/runtime'

declare const sent: string

revalidateTag('ordres') // error TS2345
revalidateTag(sent) // error TS2345
revalidateTag('') // error TS2345
export const tag: CacheTag = 'order' // error TS2820

/** Changes an order. */
export const change = api({
  invalidates: ['orders', 'ordre-[id]'], // error TS2322
  run: () => null,
})
