import { api, int, schema, str } from '@fw/runtime'
import { state } from './state.ts'

export const note = api({
  description: 'Adds a note.',
  input: schema({ text: str({ min: 2 }) }),
  run: ({ input }) => {
    state.notes.push(input.text)
    state.total = state.notes.length
    return { text: input.text }
  },
})

export const order = api({
  description: 'Orders.',
  input: schema({ name: str({ min: 3 }), count: int({ max: 3 }), note: str({ max: 5 }).optional() }),
  run: ({ input }) => ({ ordered: input.count }),
  leadsTo: () => '/other',
})
