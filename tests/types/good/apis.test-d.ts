import { api, date, enums, int, list, money, obj, type Register, schema, str } from '@fw/runtime'
import { type Item, type Order, type order, ping, type place, search, tag } from '../app/src/server/shop.api.ts'
import { expectType } from '../equal.ts'

// On the server, in tests, and in the browser (where the stub keeps the module's types): one signature.
expectType<Awaited<ReturnType<typeof order>>, Order>(true)
expectType<Parameters<typeof order>[0], { id: string }>(true)
expectType<Awaited<ReturnType<typeof order>>['placedAt'], Date>(true)

expectType<Parameters<typeof search>[0], { query?: string; limit?: number } | undefined>(true)
expectType<Awaited<ReturnType<typeof search>>, { query: string; total: number }>(true)
search()
search({ limit: 1 })

expectType<Parameters<typeof place>[0], { items: Item[] }>(true)
expectType<Awaited<ReturnType<typeof place>>, { id: string }>(true)

expectType<Awaited<ReturnType<typeof ping>>, string>(true)
ping()
ping({})

// A builder with a default: the caller may leave it out, `run` always has it.
expectType<Parameters<typeof tag>[0], { sku: string; tags: string[]; stars?: number; limit?: number }>(true)
expectType<Awaited<ReturnType<typeof tag>>, { sku: string; tags: string[]; stars: number | undefined; limit: number }>(
  true,
)
tag({ sku: 'a', tags: [] })

api({
  input: schema({ when: date(), price: money(), kind: enums(['a', 'b']), at: obj({ x: int().nullable() }) }),
  run({ input }) {
    expectType<(typeof input)['when'], Date>(true)
    expectType<(typeof input)['price'], number>(true)
    expectType<(typeof input)['kind'], 'a' | 'b'>(true)
    expectType<(typeof input)['at'], { x: number | null }>(true)
    return list(str())
  },
})

// Tools by name, for tests and the command line.
expectType<Register['tools']['api.shop.order'], typeof order>(true)
expectType<keyof Register['tools'], `api.shop.${'order' | 'search' | 'place' | 'tag' | 'ping'}`>(true)
