import type { Call } from '@fw/runtime'

export type SearchCall<Query> = Call<{ q: Query }>

export async function find({ input }: Call<{ id: number }>): Promise<{ found: boolean }> {
  return { found: input.id > 0 }
}
