import { defineStore, int, list, obj, type StoreCall, schema, str } from '@fw/runtime'

interface Basket {
  lines: { sku: string; qty: number }[]
  note: string
  later: string
}

async function sendBasket({ set }: StoreCall<Basket>): Promise<void> {
  set('later', '')
  await fetch('/effect')
}

export const basket = defineStore(
  { lines: [], note: 'secret', later: '' } as Basket,
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
      later: {
        description: 'Starts an effect of a component that reads the store.',
        input: obj({ api: str() }),
        run: ({ input, set }: StoreCall<Basket, { api: string }>) => set('later', input.api),
      },
      clear: {
        description: 'Empties it.',
        guard: 'confirm',
        input: schema({}),
        run: ({ set }: StoreCall<Basket>) => set('lines', []),
      },
      report: { description: 'Sends it.', input: schema({}), run: sendBasket },
      send: { description: 'Sends it.', guard: 'confirm', input: schema({}), run: sendBasket },
      put: {
        description: 'Sets any part of it.',
        guard: 'confirm',
        input: obj({ path: list(str()), value: obj({ polluted: str() }) }),
        run: ({ input, set }: StoreCall<Basket, { path: string[]; value: object }>) =>
          set(...([...input.path, input.value] as unknown as [Partial<Basket>])),
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
