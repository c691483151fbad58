import { api, type Call } from '@fw/runtime'

interface Reserve {
  sku: string
  /** @minimum 1 */
  count: number
}

/** Put something aside for the caller, for a quarter of an hour. */
export const reserve = api({
  guard: ({ origin }) => (origin === 'agent' ? 'auto' : 'confirm'),
  maxGuard: 'confirm',
  effect: 'irreversible',
  run: async ({ input }: Call<Reserve>): Promise<number> => {
    if (input.count > 1) throw new RangeError(`only one ${input.sku} is left`, { cause: new Error('shelf 4 is empty') })
    return input.count
  },
})
