import { api, schema, str } from '@fw/runtime'

/** Items that were taken. */
export const taken: string[] = []

export const look = api({
  description: 'Shows the tray.',
  access: 'public',
  readonly: true,
  run: () => ({ items: 3 }),
})

export const take = api({
  description: 'Takes an item from the tray.',
  access: 'user',
  input: schema({ item: str() }),
  run: ({ input }) => {
    taken.push(input.item)
    return { took: input.item }
  },
})
