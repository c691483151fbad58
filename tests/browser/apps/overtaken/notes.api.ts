import { api, schema, str } from '@fw/runtime'

const titles: string[] = []

/** Returns the titles on the server. The pages show how many there are. */
export const list = api({ description: 'Titles.', readonly: true, run: () => [...titles] })

export const save = api({
  description: 'Saves a title.',
  input: schema({ title: str({ min: 3 }) }),
  leadsTo: () => '/saved',
  run: ({ input }) => {
    titles.push(input.title)
    return input.title
  },
})
