import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { reserve } from '../server/stock.api.ts'

export function Basket() {
  const [items, setItems] = createSignal<string[]>([])
  const add = intent('add', {
    description: 'Put something into the basket.',
    guard: 'auto',
    effect: 'irreversible',
    run: async ({ input }: { input: { name: string } }) => {
      if (input.name.startsWith('x')) throw new TypeError(`${input.name} does not fit in`)
      setItems([...items(), input.name])
    },
  })
  const take = intent('take', {
    description: 'Take lamps from the shelf.',
    run: async ({ input }: { input: { count: number } }) => reserve({ sku: 'lamp', count: input.count }),
  })
  return (
    <div>
      <button type="button" class="careful" onClick={() => void add({ name: 'xenon' }).catch(() => undefined)}>
        careful
      </button>
      <button type="button" class="take" onClick={() => void take({ count: 9 }).catch(() => undefined)}>
        take
      </button>
      <button type="button" class="add" onClick={() => add({ name: 'xylophone' })}>
        add {items().length}
      </button>
      <button
        type="button"
        class="throw"
        onClick={() => {
          throw new Error('the handler threw')
        }}
      >
        throw
      </button>
      <button type="button" class="reserve" onClick={() => reserve({ sku: 'lamp', count: 7 })}>
        reserve
      </button>
      <button
        type="button"
        class="later"
        onClick={() => setTimeout(() => globalThis.dispatchEvent(new Event('outside')), 1)}
      >
        later
      </button>
    </div>
  )
}
