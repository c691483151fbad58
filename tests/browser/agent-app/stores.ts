import { defineStore, int, obj, type StoreCall, schema, str } from '@fw/runtime'

interface Basket {
  lines: { sku: string; qty: number }[]
  note: string
}

export const basket = defineStore(
  { lines: [], note: 'secret' } as Basket,
  {
    description: 'What will be ordered.',
    expose: ['lines'],
    actions: {
      add: {
        description: 'Adds a line.',
        input: obj({ sku: str(), qty: int().min(1) }),
        run({ input, state, set }: StoreCall<Basket, { sku: string; qty: number }>) {
          set('lines', state.lines.length, input)
          return state.lines.length
        },
      },
      clear: {
        description: 'Empties it.',
        guard: 'confirm',
        input: schema({}),
        run: ({ set }: StoreCall<Basket>) => set('lines', []),
      },
      note: {
        description: 'Not for agents.',
        guard: 'forbidden',
        run: ({ set }: StoreCall<Basket>) => set('note', ''),
      },
    },
  },
  'basket',
)
