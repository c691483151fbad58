import { api, int, schema, str } from '@fw/runtime'

/** What ran, with the origin that it was called with. */
export const ran: string[] = []

export const order = api({
  description: 'Orders an item.',
  input: schema({ item: str() }),
  run: async ({ input }: { input: { item: string } }) => {
    ran.push(`order ${input.item}`)
    return { ordered: input.item }
  },
})

export const pay = api({
  title: 'Pay',
  description: 'Takes the money.',
  guard: 'confirm',
  input: schema({ cents: int() }),
  run: async ({ input }: { input: { cents: number } }) => {
    ran.push(`pay ${input.cents}`)
    return { paid: input.cents }
  },
})

export const gift = api({
  description: 'Sends something to somebody.',
  guard: 'confirm',
  input: schema({ to: str() }),
  run: async () => ({}),
})

export const never = api({
  description: 'Not for agents.',
  guard: 'forbidden',
  run: async () => {
    ran.push('never')
    return {}
  },
})
