import { defineStore, int, obj, type StoreCall } from '@fw/runtime'

interface Line {
  sku: string
  qty: number
}

/** The compiler writes the names where it builds the app. */
export const basket = defineStore(
  { lines: [] as Line[] },
  {
    actions: {
      add: {
        description: 'Adds to the basket.',
        input: obj({ qty: int().min(1) }),
        run({ input, state, set }: StoreCall<{ lines: Line[] }, { qty: number }>) {
          set('lines', state.lines.length, { sku: `p${state.lines.length}`, qty: input.qty })
          return state.lines.length
        },
      },
    },
  },
  'basket',
)

export const opening = defineStore(() => ({ at: new Date(0) }), {}, 'opening')

/** Stores persisted for the whole browser, and for its tab. */
export const notes = defineStore(
  { lines: [] as string[] },
  {
    persist: 'local',
    actions: {
      add: {
        description: 'Adds a note.',
        run: ({ state, set }: StoreCall<{ lines: string[] }>) =>
          set('lines', state.lines.length, `n${state.lines.length}`),
      },
    },
  },
  'notes',
)
export const draft = defineStore(
  { text: '-' },
  {
    persist: 'session',
    actions: {
      write: {
        description: 'Writes on.',
        run: ({ state, set }: StoreCall<{ text: string }>) => set('text', `${state.text}x`),
      },
    },
  },
  'draft',
)
