import { api } from '@fw/runtime'

const pots = ['Assam', 'Sencha']

/** Lists the pots of the kitchen. */
export const list = api({ access: 'public', readonly: true, run: async () => [...pots] })

/** Brews a pot, and returns the number of pots. */
export const brew = api({
  access: 'public',
  run: async ({ input }: { input: { tea: string } }) => pots.push(input.tea),
})
