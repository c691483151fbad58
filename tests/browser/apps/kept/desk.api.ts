import { api, schema, str } from '@fw/runtime'
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
