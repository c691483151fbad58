import { api, type Call } from '@fw/runtime'
import { average, TEAS } from '../teas.ts'

/** The teas of the tasting room and how many stars they got, best first. */
export const search = api({
  readonly: true,
  run: async ({ input }: Call<Search>): Promise<RatedTea[]> =>
    TEAS.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes((input.word ?? '').toLowerCase()))
      .map(({ slug, name, ratings }) => ({ slug, name, stars: average(ratings) }))
      .sort((a, b) => b.stars - a.stars),
})

interface Search {
  /** In the name or the text, in any case. Default: all teas. */
  word?: string
}

interface RatedTea {
  slug: string
  name: string
  /** From 1 to 5, with one decimal. */
  stars: number
}
