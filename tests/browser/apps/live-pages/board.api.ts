import { api, list, obj, schema, str } from '@fw/runtime'
import { state } from './state.ts'

export const listCards = api({
  description: 'Lists the cards.',
  readonly: true,
  tags: ['cards'],
  run: () => state.cards,
})

export const setCards = api({
  description: 'Sets the cards.',
  invalidates: ['cards'],
  input: schema({ cards: list(obj({ id: str(), title: str() })) }),
  run({ input }) {
    state.cards = input.cards
  },
})

export const listNotes = api({
  description: 'Lists the notes.',
  readonly: true,
  tags: ['notes'],
  run: () => state.notes,
})

export const setNotes = api({
  description: 'Sets the notes.',
  invalidates: ['notes'],
  input: schema({ notes: list(str()) }),
  run({ input }) {
    state.notes = input.notes
  },
})

export const clearNotes = api({
  description: 'Removes all notes.',
  guard: 'confirm',
  invalidates: ['notes'],
  run() {
    state.notes = []
  },
})

export const order = api({
  description: 'Orders slowly.',
  input: schema({ id: str(), children: str().optional(), content: str().optional() }),
  async run({ input }) {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    state.ordered.push(input.id)
  },
})
