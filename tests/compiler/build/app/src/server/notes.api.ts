import { api, type Call } from '@fw/runtime'
import { readNotes } from './notes.ts'

interface ListInput {
  /**
   * How many to return.
   * @minimum 1
   */
  limit: number
}

/** Notes, newest first. */
export const list = api({
  guard: 'auto',
  run: async ({ input }: Call<ListInput>) => {
    const source = 'marker-of-an-api-body'
    return readNotes(source).slice(0, input.limit)
  },
})

interface EraseInput {
  id: string
}

/** Deletes a note for good. */
export const erase = api({
  guard: 'confirm',
  scopes: ['notes'],
  run: async ({ input }: Call<EraseInput>) => ({ erased: input.id }),
})
