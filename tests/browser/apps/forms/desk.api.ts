import { api, int, schema, str } from '@fw/runtime'

export const order = api({
  description: 'Orders.',
  input: schema({ name: str({ min: 3 }), count: int({ min: 1 }) }),
  run: ({ input }) => ({ said: `${input.count} for ${input.name}` }),
  leadsTo: () => '/done',
})

export const wipe = api({
  description: 'Wipes the desk.',
  guard: 'confirm',
  input: schema({ name: str({ min: 3 }) }),
  run: ({ input }) => ({ wiped: input.name }),
})
