import { api, obj, schema, str } from '@fw/runtime'

interface Order {
  readonly item: string
  readonly name: string
}

const FIRST: readonly Order[] = [
  { item: 'milk', name: 'Milk' },
  { item: 'tea', name: 'Tea' },
]
let orders = FIRST
/** The paid orders. */
export const paid: string[] = []

export const list = api({
  description: 'Lists the orders.',
  readonly: true,
  tags: ['orders'],
  run: async () => orders,
})

export const reset = api({
  description: 'Sets the first orders.',
  invalidates: ['orders'],
  run: async () => {
    orders = FIRST
    paid.length = 0
  },
})

export const addFirst = api({
  description: 'Adds an order.',
  invalidates: ['orders'],
  input: schema({ order: obj({ item: str(), name: str() }) }),
  run: async ({ input }) => {
    orders = [input.order, ...orders]
  },
})

export const pay = api({
  title: 'Pay',
  description: 'Pays an order.',
  guard: 'confirm',
  input: schema({ item: str(), cents: str() }),
  run: async ({ input }) => {
    paid.push(`${input.item} ${input.cents}`.trim())
  },
})
