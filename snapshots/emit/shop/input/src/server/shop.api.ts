import { api, type Call, int, schema, str } from '@fw/runtime'
import { findBooks, type Book } from '../books.ts'

export type { Book } from '../books.ts'

/** What a search asks for. */
export interface Search {
  /** Words of the title. */
  query: string
  limit?: number
}

const PAGE = 20

/** Finds books by title – ‘ü’ and “é” included. */
export const search = api({
  readonly: true,
  run: async ({ input }: Call<Search>): Promise<Book[]> => findBooks(input.query, input.limit ?? PAGE),
})

export const refund = api({
  description: 'Gives the money for an order back.',
  guard: 'confirm',
  input: schema({ order: str(), cents: int().min(1) }),
  run: async ({ input }) => ({ refunded: input.cents }),
}),
  latest = api<{ since: Date }, Book[]>({ run: async ({ input }) => findBooks(input.since.toISOString(), PAGE) })
